// Tries what no server in a sandbox can do, and answers with what came of it.
import fs from 'node:fs';
import net from 'node:net';

import { answer, serve } from './speech.mjs';

const tried = (look) => {
  try { return look(); } catch (error) { return error.code; }
};

const connected = (port) => new Promise((resolve) => {
  const socket = net.connect(port, '127.0.0.1', () => { socket.destroy(); resolve('connected'); });
  socket.on('error', (error) => resolve(error.code));
});

serve(async ({ id, params }) => {
  const { files, folders, port } = JSON.parse(params.arguments.text);
  answer(id, JSON.stringify({
    files: files.map((file) => tried(() => fs.readFileSync(file, 'utf8'))),
    folders: folders.map((folder) => tried(() => fs.readdirSync(folder))),
    port: await connected(port),
    environment: Object.keys(process.env).sort(),
  }));
});
