import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../src/server';

/** Tests of mongoose that this server does not pass; every other failure is a regression. */
const EXCEPTIONS = path.join(import.meta.dirname, 'mongoose-exceptions.txt');
const TESTS = [
  '--ignore',
  'test/encryption/**/*.test.js',
  '--ignore',
  'test/docs/**/*.test.js',
  'test/**/*.test.js',
];

/** Refused aggregations in streams: they throw after their end, and so fail whatever test runs then. */
const REFUSED = ['--grep', 'QueryCursor.*aggregat', '--invert'];

interface Report {
  readonly stats: { readonly passes: number; readonly failures: number; readonly pending: number };
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message?: string } }[];
}

/** Without the test that a hook was run for. */
const nameOf = ({ fullTitle }: Report['failures'][number]) => fullTitle.replace(/ hook for ".*"$/, ' hook');

/** `npx flint check mongoose <folder>`: mongoose's own tests from a clone with its packages; with `write`, stores the exceptions, with `all`, shows them. */
async function main([folder = '', mode]: readonly string[]): Promise<void> {
  const server = await startServer({});
  const results = mkdtempSync(path.join(tmpdir(), 'mongoose-'));
  const output = path.join(results, 'report.json');
  const uri = `${server.origin}mongoose_test?directConnection=true`;
  const mocha = spawn(
    process.execPath,
    [
      'node_modules/mocha/bin/mocha.js',
      '--exit',
      ...REFUSED,
      '--timeout',
      '10000',
      '--reporter',
      'json',
      '--reporter-option',
      `output=${output}`,
      ...TESTS,
    ],
    {
      cwd: folder,
      env: { ...process.env, MONGOOSE_TEST_URI: uri, MONGOOSE_REPLSET_URI: uri },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await once(mocha, 'exit');
  await server.close();
  const { stats, failures } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  rmSync(results, { recursive: true });
  const failed = [...new Set(failures.map(nameOf))].sort();
  if (mode === 'write') writeFileSync(EXCEPTIONS, `${failed.join('\n')}\n`);
  const known = new Set(readFileSync(EXCEPTIONS, 'utf8').split('\n'));
  const fresh = failures.filter((each) => !known.has(nameOf(each)));
  for (const { fullTitle, err } of fresh) process.stdout.write(`failed: ${fullTitle}\n    ${err.message}\n`);
  if (mode === 'all')
    for (const { fullTitle, err } of failures) process.stdout.write(`${fullTitle}\n    ${err.message}\n`);
  process.stdout.write(
    `${stats.passes} passed, ${stats.failures} failed, ${stats.pending} not run, ${fresh.length} regressions\n`,
  );
  process.exitCode = fresh.length > 0 ? 1 : 0;
}

await main(process.argv.slice(2));
process.exit();
