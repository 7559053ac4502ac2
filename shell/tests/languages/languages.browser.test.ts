import { seedDemo } from '@flint/services/seed';
import { useBrowser } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import { openState, signInAll } from '../states/open-state';
import { STATES, type Account } from '../states/states';
import { shownOn } from './read-page';

/** `npx flint check languages`: every state; `npm test`: the screens. */
const ALL = process.env['FLINT_LANGUAGES'] === 'all';
const SCREENS = ['sign-in', 'question-first', 'availability', 'photos', 'profile', 'offers', 'matches'];
const SHOWN = STATES.filter(({ name }) => ALL || [...SCREENS, 'frame-palette'].includes(name)).map(
  (state) => [state.name, state] as const,
);
const options = { viewport: { width: 390, height: 844 } };

let sessions: Map<Account, StoredSession>;
const browser = useBrowser();
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  await seedDemo(flint.flint.deps, { isPlain: true });
  sessions = await signInAll(flint);
}, 120_000);

describe('every text on screen', () => {
  it.each(SHOWN)('%s - in the pseudo-language - came through the catalogue', async (_name, state) => {
    const { page, close } = await openState(state, {
      browser,
      flint,
      sessions,
      options,
      language: 'en-XA',
    });
    const shown = await shownOn(page);
    expect(shown.length).toBeGreaterThan(5);
    const bare = shown.filter(({ translated }) => !translated);
    expect(bare.map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
    await close();
  });
});
