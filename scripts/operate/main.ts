/** `npx flint operate migrate`, `backup`, `restore` and the others on data; in an image `node dist/server/operate.mjs migrate`. */
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { withEnvFile } from '../start/env-file';
import { explain } from '../start/failure';
import { operate } from './operate';

const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  const source = withEnvFile(path.join(REPOSITORY, '.env'), process.env);
  process.exitCode = await operate(process.argv.slice(2), source, say);
} catch (error) {
  const { text, exitCode } = explain(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = exitCode;
}
