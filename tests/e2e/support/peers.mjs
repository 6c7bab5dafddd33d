// The commands of the servers behind the gate.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const official = (name) => path.join(here, 'node_modules', '@modelcontextprotocol', name);

export const node = process.execPath;
export const inspector = path.join(official('inspector-cli'), 'build', 'cli.js');

/** The file of one of the servers in servers/, which misbehave in one way each. */
export const own = (name) => path.join(here, 'servers', `${name}.mjs`);

export const filesystem = (...roots) => [node, path.join(official('server-filesystem'), 'dist', 'index.js'), ...roots];
export const everything = () => [node, path.join(official('server-everything'), 'dist', 'index.js'), 'stdio'];
export const memory = () => [node, path.join(official('server-memory'), 'dist', 'index.js')];
export const ownServer = (name, ...words) => [node, own(name), ...words];
