import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startServer } from '../server';

const USAGE = `Usage: [serve] [--data FOLDER] [--port PORT]

Runs the server until Ctrl-C, on a socket file that only this user can open; without --data it stores nothing. With --port
also on 127.0.0.1, with a password: EMBEDDED_MONGO_PASSWORD, else one that is generated and shown at the first start.`;

const text = { type: 'string' } as const;

function portOf(value: string): number {
  if (/^\d+$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new Error(`--port takes a number up to 65535, not ${value}.`);
}

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
const warn = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** Runs the command. The last of a repeated option counts. Rejects with a sentence for a person. */
export async function serve(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: text, port: text },
  });
  if (positionals.some((one) => one !== 'serve')) throw new Error(USAGE);
  const { data } = values;
  const password = process.env.EMBEDDED_MONGO_PASSWORD;
  const options = {
    dataDir: data,
    port: values.port === undefined ? undefined : portOf(values.port),
    password,
  };
  const server = await startServer(options);
  say(`${server.origin}?directConnection=true`);
  if (server.tcp !== undefined) {
    say(`${server.tcp}?directConnection=true&authSource=admin`);
    if (new URL(server.tcp).password !== '')
      warn('This password is shown only once; the folder stores salted keys of it.');
  }
  warn(
    data === undefined
      ? 'Nothing is stored: name a folder with --data.'
      : `Stores its data in ${data}. Ctrl-C ends it.`,
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
}
