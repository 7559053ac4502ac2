import { parseArgs } from 'node:util';

export const USAGE = `Usage:
  serve  [--data FOLDER] [--port PORT] [--host ADDRESS --exposed]
         runs the server until Ctrl-C, on a socket file of this user alone; without --data nothing is kept.
         With --port also on TCP, for who proves the password: EMBEDDED_MONGO_PASSWORD, else one that is
         made and shown at the first start
  export FILE [--database NAME] [--data FOLDER | --uri MONGODB_URI]
         writes a database as lines of extended JSON
  import FILE [--database NAME] [--data FOLDER | --uri MONGODB_URI]
         reads such a file into a database that has none of its collections

--data is the folder of an embedded server, running or not; --uri any MongoDB. Without a command it serves.`;

export interface CliOptions {
  readonly command: string;
  readonly file: string | undefined;
  readonly data: string | undefined;
  readonly uri: string | undefined;
  readonly database: string | undefined;
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly exposed: boolean;
}

const text = { type: 'string' } as const;

function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port takes a number up to 65535, not ${value}.`);
  return port;
}

/** Reads the command line; throws one sentence for what it cannot mean. Of an option given twice the last counts. */
export function parseCommandLine(args: readonly string[]): CliOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: text, uri: text, database: text, port: text, host: text, exposed: { type: 'boolean' } },
  });
  const [command = 'serve', file, ...rest] = positionals;
  if (rest.length > 0) throw new Error(`I do not know what ${rest.join(' ')} means.\n\n${USAGE}`);
  const { port, exposed = false, data, uri, database, host } = values;
  return { command, file, data, uri, database, host, port: portOf(port), exposed };
}
