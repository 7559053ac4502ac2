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
/** The tests that pass: one that no longer does is a regression. */
const PASSING = path.join(import.meta.dirname, 'passing.txt');

/** `npm run test:spec -- <folder>`: MongoDB's specification tests from a clone of mongodb/specifications; with `write`, stores which pass, with `all`, shows the refused ones. */
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
  for (const { test, result, why } of found)
    if (result === 'failed' || (result === 'refused' && mode === 'all'))
      process.stdout.write(`${result}  ${test}\n    ${why}\n`);
  const passed = found.filter(({ result }) => result === 'passed').map(({ test }) => test);
  if (mode === 'write') writeFileSync(PASSING, `${passed.join('\n')}\n`);
  const lost = readFileSync(PASSING, 'utf8')
    .trim()
    .split('\n')
    .filter((test) => !passed.includes(test));
  for (const result of ['passed', 'refused', 'failed', 'not run'])
    process.stdout.write(`${found.filter((each) => each.result === result).length} ${result}\n`);
  for (const test of lost) process.stdout.write(`no longer passes: ${test}\n`);
  process.exitCode = lost.length > 0 ? 1 : 0;
}

await main(process.argv.slice(2));
process.exit();
