import { startServer } from '../src/server';

/** The server that a round kills. It rewrites its log on almost every commit. */
async function serve(dataDir: string) {
  const { origin } = await startServer({ dataDir }, { compactAbove: 0, compactFactor: 1.2 });
  process.stdout.write(`${origin}\n`);
}

await serve(process.argv[2] ?? '');
