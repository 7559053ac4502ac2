import path from 'node:path';
import { temporaryFolder } from '../src/testing/folder';
import { lockRace } from './lock-race';
import { killRound } from './round';
import { newLedger } from './writers';

// `npm run test:durability -- [rounds] [tries]`: kills the server during eight writers, repeatedly on the same folder; then two processes
// try to open one folder.
const rounds = Number(process.argv[2] ?? 200);
const ledger = newLedger();
const folder = temporaryFolder();
let failures = 0;
let slowest = 0;
for (let round = 1; round <= rounds; round++) {
  const { lost, halfTransactions, indexErrors, reopenMs, documents } = await killRound(
    path.join(import.meta.dirname, 'crash-server.ts'),
    folder.path,
    ledger,
    150 + Math.random() * 900,
  );
  failures += lost + halfTransactions + indexErrors;
  slowest = Math.max(slowest, reopenMs);
  process.stdout.write(
    `round ${round}: ${documents} documents, lost ${lost}, half transactions ${halfTransactions}, index errors ${indexErrors}, reopened in ${reopenMs.toFixed(0)} ms\n`,
  );
}
folder[Symbol.dispose]();
const acknowledged = ledger.inserted.size + ledger.transacted.size + ledger.counted;
process.stdout.write(
  `${rounds} rounds, ${acknowledged} acknowledged writes (${ledger.transacted.size} of them transactions), ${failures} failures, slowest reopening ${slowest.toFixed(0)} ms\n`,
);
const tries = Number(process.argv[3] ?? 2000);
const { twice, never } = await lockRace(tries);
process.stdout.write(
  `${tries} tries of two processes: ${twice} folders with two owners, ${never} with none\n`,
);
failures += twice + never;
process.exitCode = failures === 0 ? 0 : 1;
