import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';
import { release } from '@flint/remote-build/release/commands';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { fakeBuild } from '@flint/remote-build/release/testing/fake-build';

jest.setTimeout(180_000);

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'flint-releases-'));
});

/** Publishes a release of offers. */
async function published(build: string, canary?: number): Promise<void> {
  const dist = await fakeBuild({ build });
  const workspace = { id: 'offers', dist, budget: 10, contract: 1 };
  await release({ store: folderStore(place) }, workspace, canary === undefined ? {} : { canary });
}
const [FIRST, SECOND] = ['00000001', '00000002'] as const;

/** The lines of the recipe 'Releasing a remote' in CONTRIBUTING.md: script, folder, what follows `--`. */
const LINES = [
  ...readFileSync(join(REPOSITORY, 'CONTRIBUTING.md'), 'utf8')
    .split('## Releasing a remote')[1]!
    .split('```')[1]!
    .matchAll(/^(?:npm run|npx flint) (\w+(?: list)?)(?: -w ([\w-]+))?(?: -- ([^#]+?))? *(?:#.*)?$/gm),
].map(([, script = '', workspace, args = '']) => ({
  script,
  workspace,
  args: args.split(' ').filter(Boolean),
}));

/** The setup and the expected output of each line; lines that run until stopped have their own tests. */
const RECIPE: Readonly<Record<string, { before?: () => Promise<void>; says: RegExp } | { test: string }>> = {
  dev: { test: 'scripts/serve/dev.long.browser.test.ts' },
  alone: { test: 'scripts/serve/alone.long.browser.test.ts' },
  release: { test: 'shell/tests/trial/trial.long.browser.test.ts' },
  'release --canary 10': { test: 'shell/tests/trial/trial.long.browser.test.ts' },
  'canary 50': {
    before: async () => {
      await published(FIRST);
      await published(SECOND, 10);
    },
    says: /1\.0\.0-00000001 is live, 1\.0\.0-00000002 for 50 %/,
  },
  rollback: {
    before: async () => {
      await published(FIRST);
      await published(SECOND);
    },
    says: /1\.0\.0-00000001 is live/,
  },
  'release list': { before: () => published(FIRST), says: /^offers +1\.0\.0-00000001 /m },
};

describe('the recipe of a release', () => {
  it('its lines - in CONTRIBUTING.md - are those tested here', () =>
    expect(LINES.map(({ script, args }) => [script, ...args].join(' '))).toEqual(Object.keys(RECIPE)));

  it.each(LINES.map((line) => [[line.script, ...line.args].join(' '), line] as const))(
    '%s - as written there - does what its comment says',
    async (name, { script, workspace, args }) => {
      const { scripts } = JSON.parse(
        readFileSync(join(REPOSITORY, workspace ?? '.', 'package.json'), 'utf8'),
      ) as { scripts: Record<string, string> };
      const line = workspace ? scripts[script]! : `node scripts/flint.mjs ${script}`;
      const [program, ...fixed] = line.split(' ');
      expect(program).toBe('node');
      const expected = RECIPE[name]!;
      if ('test' in expected) {
        expect(readFileSync(join(REPOSITORY, expected.test), 'utf8')).toContain(`'npm run ${script}'`);
        return;
      }
      await expected.before?.();
      const { stdout } = await promisify(execFile)(process.execPath, [...fixed, ...args], {
        cwd: join(REPOSITORY, workspace ?? '.'),
        env: { ...process.env, RELEASES: place },
      });
      expect(stdout).toMatch(expected.says);
    },
  );
});
