import { once } from 'node:events';
import { startServer } from '../server';
import { exportDatabase } from './export';
import { importDatabase } from './import';
import { parseCommandLine, USAGE, type CliOptions } from './options';
import { openTarget } from './target';

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
const warn = (sentence: string) => void process.stderr.write(`${sentence}\n`);

async function serve({ data, port, host, exposed }: CliOptions) {
  const password = process.env.EMBEDDED_MONGO_PASSWORD;
  const server = await startServer({ dataDir: data, port, host, exposed, password }, { warn });
  say(`${server.origin}?directConnection=true`);
  if (server.tcp !== undefined) say(`${server.tcp}?directConnection=true&authSource=admin`);
  if (server.tcp !== undefined && new URL(server.tcp).password !== '')
    warn('The password is shown this once: only what proves it is kept.');
  warn(
    data === undefined
      ? 'Nothing is kept: name a folder with --data.'
      : `Keeps its data in ${data}. Ctrl-C ends it.`,
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
}

async function move(options: CliOptions, verb: string, work: typeof exportDatabase) {
  const { file } = options;
  if (file === undefined) throw new Error(`Name a file.\n\n${USAGE}`);
  const { db, close } = await openTarget(options);
  try {
    const documents = await work(db, file);
    say(`${verb} ${documents} documents of the database ${db.databaseName}: ${file}`);
  } finally {
    await close();
  }
}

/** The command: `serve`, `export` or `import`. Rejects with what a person can act on. */
export async function run(args: readonly string[]): Promise<void> {
  const options = parseCommandLine(args);
  switch (options.command) {
    case 'serve':
      return serve(options);
    case 'export':
      return move(options, 'Exported', exportDatabase);
    case 'import':
      return move(options, 'Imported', importDatabase);
    default:
      throw new Error(USAGE);
  }
}
