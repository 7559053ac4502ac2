import path from 'node:path';
import { temporaryFolder } from '../src/testing/folder';
import { killRound } from './round';
import { newLedger } from './writers';

describe('kill -9', () => {
  it('two rounds under eight writers, while erased data leaves the folder all the time - lose no acknowledged write', async () => {
    using folder = temporaryFolder();
    const ledger = newLedger();
    for (const milliseconds of [400, 700]) {
      const findings = await killRound(
        path.join(__dirname, 'crash-server.ts'),
        folder.path,
        ledger,
        milliseconds,
      );
      expect(findings).toMatchObject({ lost: 0, halfTransactions: 0, indexErrors: 0 });
    }
    expect(ledger.inserted.size).toBeGreaterThan(0);
  });
});
