import path from 'node:path';
import fc from 'fast-check';
import { temporaryFolder } from '../src/testing/folder';
import { killRound } from './round';
import { newLedger } from './writers';

const isLong = process.env.FLINT_LONG === 'yes';
/** How long each round runs: in the long run by FLINT_SEED. */
const MOMENTS = isLong ? fc.sample(fc.noBias(fc.integer({ min: 150, max: 1_050 })), 200) : [600, 1_050];

if (isLong) jest.setTimeout(3_600_000);

describe('kill -9', () => {
  it('rounds under eight writers, while erased data leaves the folder all the time - lose no acknowledged write', async () => {
    using folder = temporaryFolder();
    const ledger = newLedger();
    for (const milliseconds of MOMENTS) {
      const findings = await killRound(
        path.join(__dirname, 'crash-server.ts'),
        folder.path,
        ledger,
        milliseconds,
      );
      expect({ milliseconds, ...findings }).toMatchObject({
        milliseconds,
        lost: 0,
        halfTransactions: 0,
        indexErrors: 0,
      });
    }
    expect(ledger.inserted.size).toBeGreaterThan(0);
  });
});
