/** `npx flint operate migrate`, `backup`, `restore` and the others on data; in an image `node dist/server/operate.mjs migrate`. */
import { readSettings } from '../start/env-file';
import { explain } from '../start/failure';
import { operate } from './operate';

const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  process.exitCode = await operate(process.argv.slice(2), readSettings(), say);
} catch (error) {
  const { text, exitCode } = explain(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = exitCode;
}
