import { seedDemo } from '@flint/services/seed';
import { useBrowser, type Pages } from '@flint/testing/browser';
import { useFlint, type StoredSession, type TestFlint } from '@flint/testing/flint';
import type { Account } from '../states/states';

export interface Demo {
  readonly browser: Pages;
  readonly flint: TestFlint;
  readonly sessions: ReadonlyMap<Account, StoredSession>;
}

/** A browser, and the demo campus with its accounts signed in, for all tests of a file: to seed it takes longer than a test. `isPlain` as for `seedDemo`. */
export function useDemo({ isPlain = true } = {}): Demo {
  const sessions = new Map<Account, StoredSession>();
  const browser = useBrowser();
  const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    await seedDemo(flint.flint.deps, { isPlain });
    for (const account of ['new', 'halfway', 'invited', 'sender'] as const)
      sessions.set(account, await flint.sessionOf(`${account}@campus.edu`));
  }, 120_000);
  return { browser, flint, sessions };
}
