// Counts the cells of a file of support records with DuckDB and prints how many, and the seconds it took.
//
//     node duckdb.mjs FILE [THREADS]
//
// The columns are declared, so that nothing is sniffed and nothing else is converted.

import { readFileSync } from "node:fs";

import { DuckDBInstance } from "@duckdb/node-api";

const [file, threads] = process.argv.slice(2);
// Only what the result depends on: with the other features it takes a few percent longer.
const features = ["instruction_mode", "hidden_field_name", "side_effect_tool_name", "source_stamp_mismatch"];
const columns = `{"class": 'VARCHAR', source: 'VARCHAR', features: 'STRUCT(${features.map((name) => `${name} BOOLEAN`).join(", ")})'}`;
const query = `
  SELECT "class", source,
    CASE WHEN features.side_effect_tool_name AND features.instruction_mode THEN 'execution'
         WHEN features.side_effect_tool_name THEN 'write'
         WHEN source <> 'user' THEN 'external_access' ELSE 'read' END AS capability,
    features.instruction_mode OR features.hidden_field_name OR features.side_effect_tool_name
      OR features.source_stamp_mismatch AS stopped,
    count(*) AS records
  FROM read_json('${file.replaceAll("'", "''")}', format = 'newline_delimited', columns = ${columns})
  GROUP BY ALL`;

const instance = await DuckDBInstance.create(":memory:", threads ? { threads } : {});
const connection = await instance.connect();
const begin = performance.now();
const busyBefore = process.cpuUsage();
const rows = (await connection.runAndReadAll(query)).getRowObjects();
const seconds = (performance.now() - begin) / 1000;
const busy = process.cpuUsage(busyBefore);
const records = rows.reduce((sum, row) => sum + Number(row.records), 0);
const peak_kib = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
console.log(JSON.stringify({ records, cells: rows.length, seconds, processor_seconds: (busy.user + busy.system) / 1e6, peak_kib }));
