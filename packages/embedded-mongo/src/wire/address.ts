import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Longer paths are cut silently by the system. */
const LONGEST_SOCKET = 100;

/** The socket file in the data folder, or in a temporary folder. Only this user can open either. */
export function openSocketPath(folder: string) {
  const inFolder = path.join(folder, 'mongo.sock');
  if (Buffer.byteLength(inFolder) <= LONGEST_SOCKET)
    return { socket: inFolder, remove: () => fs.rmSync(inFolder, { force: true }) };
  const own = fs.mkdtempSync(path.join(tmpdir(), 'embedded-mongo-'));
  return {
    socket: path.join(own, 'mongo.sock'),
    remove: () => fs.rmSync(own, { recursive: true, force: true }),
  };
}
