import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY } from '../compose/remotes';
import { contractReport, REPORT_FILE } from './contract-report';

describe('contract between shell and remotes', () => {
  it('printed report - as committed - is what remote-kit says today (else: npm run contract, and look at the difference)', async () => {
    expect(await contractReport()).toBe(readFileSync(REPORT_FILE, 'utf8'));
  });

  it('contract number - of remote-kit - is its major version: remotes ask for the shell’s copy by it', () => {
    const { version } = JSON.parse(
      readFileSync(join(REPOSITORY, 'packages/remote-kit/package.json'), 'utf8'),
    ) as { version: string };
    expect(Number(version.split('.')[0])).toBe(REMOTE_CONTRACT);
  });
});
