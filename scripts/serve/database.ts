/** `npx flint run database`: the embedded database on the folder where `npm start` looks for it. */
import path from 'node:path';
import { leaveBy } from '../setup/leaving.mjs';
import { readSettings } from '../start/env-file';

process.argv.splice(2, 0, '--data', path.join(readSettings()['DATA_DIR'] || '.data', 'db'));
const { served } = await import('@flint/embedded-mongo/cli');
// the server hears the same signal, and closes
leaveBy(() => served);
