import path from 'node:path';
import { temporaryFolder } from '../src/testing/folder';
import { killRound } from './round';
import { newLedger } from './writers';

const ROUNDS = process.env.FLINT_LONG === 'yes' ? 200 : 2;

jest.setTimeout(3_600_000);

describe('kill -9', () => {
  it('rounds under eight writers, while erased data leaves the folder all the time - lose no acknowledged write', async () => {
    using folder = temporaryFolder();
    const ledger = newLedger();
    for (let round = 1; round <= ROUNDS; round++) {
      const findings = await killRound(
        path.join(__dirname, 'crash-server.ts'),
        folder.path,
        ledger,
        150 + (900 * round) / ROUNDS,
      );
      expect(findings).toMatchObject({ lost: 0, halfTransactions: 0, indexErrors: 0 });
    }
    expect(ledger.inserted.size).toBeGreaterThan(0);
  });
});
