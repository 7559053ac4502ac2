/** `npx flint run api`: one API process behind a proxy. */
import { startApi } from '../compose/api';
import { explain } from '../start/failure';
import { untilStopped } from './until-stopped';

try {
  untilStopped(await startApi(process.env), 'the API');
} catch (error) {
  const { text, exitCode } = explain(error);
  process.stderr.write(`${text}\n`);
  process.exit(exitCode);
}
