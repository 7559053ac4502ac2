import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startServer } from '../src/server';
import { runSuite, type Outcome } from './run';

const FOLDERS = [
  'crud/tests/unified',
  'transactions/tests/unified',
  'change-streams/tests/unified',
  'sessions/tests',
];
/** Tests that this server does not pass; every other failure is a regression. */
const EXCEPTIONS = path.join(import.meta.dirname, 'exceptions.txt');
/** Fewer than this pass when a feature is refused that was offered. */
const PASSING = 356;

/** `npm run test:spec -- <folder>`: MongoDB's specification tests from a clone of mongodb/specifications; with `write`, stores the exceptions, with `all`, shows them and the refused ones. */
async function main([folder = '', mode]: readonly string[]): Promise<void> {
  const server = await startServer({});
  const uri = `${server.origin}?directConnection=true`;
  const found: Outcome[] = [];
  for (const each of FOLDERS)
    for (const name of readdirSync(path.join(folder, 'source', each))
      .filter((one) => one.endsWith('.json'))
      .sort())
      for await (const outcome of runSuite(
        uri,
        `${each.split('/')[0]}/${name}`,
        readFileSync(path.join(folder, 'source', each, name), 'utf8'),
      ))
        found.push(outcome);
  await server.close();
  const of = (result: Outcome['result']) => found.filter((each) => each.result === result);
  const failed = of('failed').map(({ test }) => test);
  if (mode === 'write') writeFileSync(EXCEPTIONS, `${failed.join('\n')}\n`);
  const known = new Set(readFileSync(EXCEPTIONS, 'utf8').split('\n'));
  const fresh = of('failed').filter(({ test }) => !known.has(test));
  for (const { test, result, why } of mode === 'all' ? [...of('failed'), ...of('refused')] : fresh)
    process.stdout.write(`${result}  ${test}\n    ${why}\n`);
  for (const result of ['passed', 'refused', 'failed', 'not run'] as const)
    process.stdout.write(`${of(result).length} ${result}\n`);
  process.stdout.write(`${fresh.length} regressions; at least ${PASSING} must pass\n`);
  process.exitCode = fresh.length > 0 || of('passed').length < PASSING ? 1 : 0;
}

await main(process.argv.slice(2));
process.exit();
