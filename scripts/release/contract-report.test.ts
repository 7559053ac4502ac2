import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY } from '../compose/remotes';
import { assertRaised, contractReport, REPORT_FILE } from './contract-report';

describe('contract between shell and remotes', () => {
  it('printed report - as committed - equals that of remote-kit now (else: npx flint build contract, and review the difference)', async () => {
    expect(await contractReport()).toBe(readFileSync(REPORT_FILE, 'utf8'));
  });

  it('contract number - of remote-kit - is its major version, by which remotes require the shell’s copy', () => {
    const { version } = JSON.parse(
      readFileSync(join(REPOSITORY, 'packages/remote-kit/package.json'), 'utf8'),
    ) as { version: string };
    expect(Number(version.split('.')[0])).toBe(REMOTE_CONTRACT);
  });

  it('an added line - with the same version of remote-kit, or with another - is refused or printed', () => {
    const report = (minor: number, names: string) =>
      `--- versions\n@flint/remote-kit 1.${minor}.0\n${names}\n`;
    expect(() => assertRaised(report(0, 'useNow'), report(0, 'useNow useToday'))).toThrow(
      'raise the minor version of packages/remote-kit (1.0.0)',
    );
    expect(() => assertRaised(report(0, 'useNow'), report(1, 'useNow useToday'))).not.toThrow();
    expect(() => assertRaised(report(0, 'useNow'), report(0, 'useNow'))).not.toThrow();
  });
});
