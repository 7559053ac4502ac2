import { serve } from './cli/serve';

/** Ends when a signal has stopped the server. */
export const served = serve(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
