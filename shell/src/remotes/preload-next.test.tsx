import type { LoadedRemote } from './registry';
import { preloadNext } from './preload-next';

jest.mock('./federation', () => ({ loadExposed: () => undefined }));

function page({ quiet = true, sparesData = false, known = '' } = {}) {
  const listeners = new Set<() => void>();
  const idle: (() => void)[] = [];
  const fetched: string[] = [];
  const adopted: string[] = [];

  return {
    fetched,
    adopted,
    listeners,
    becomeQuiet() {
      quiet = true;
      for (const listener of listeners) listener();
    },
    beIdle: () => idle.splice(0).forEach((work) => work()),
    parts: {
      store: {
        isQuiet: () => quiet,
        stateOf: (id: string) => ({
          status: id === known ? ('loading' as const) : ('idle' as const),
          request: '',
        }),
        adopt: (_id: string, remote: LoadedRemote) => void adopted.push(remote.version),
        subscribe(listener: () => void) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      download: (id: string) => fetched.push(`${id}, not run`),
      loadAhead: (id: string) => {
        fetched.push(id);
        return Promise.resolve({ version: id } as LoadedRemote);
      },
      idle: {
        whenIdle(work: () => void) {
          idle.push(work);
          return () => void idle.splice(idle.indexOf(work), 1);
        },
        sparesData: () => sparesData,
      },
    },
  };
}

describe('preloading of the likely next screen', () => {
  it('the screen is shown - the page is idle - loads the next remote of the journey, once', async () => {
    const { parts, fetched, adopted, beIdle, becomeQuiet } = page();
    preloadNext('availability', parts);
    expect(fetched).toEqual([]);
    becomeQuiet();
    beIdle();
    expect(fetched).toEqual(['photos']);
    await Promise.resolve();
    expect(adopted).toEqual(['photos']);
  });

  it('the screen is still being loaded - the page is idle - waits until it has arrived', () => {
    const { parts, fetched, beIdle, becomeQuiet, listeners } = page({ quiet: false });
    preloadNext('onboarding', parts);
    beIdle();
    expect(fetched).toEqual([]);
    becomeQuiet();
    beIdle();
    expect(fetched).toEqual(['availability']);
    expect(listeners.size).toBe(0);
  });

  it('signed out - the next screen needs the API client - downloads it and runs nothing', () => {
    const { parts, fetched, beIdle } = page();
    preloadNext('signIn', parts);
    beIdle();
    expect(fetched).toEqual(['onboarding, not run']);
  });

  it('the student navigates first, saves data, or was there already - page idle - loads nothing', () => {
    const gone = page();
    preloadNext('photos', gone.parts)();
    gone.beIdle();
    const sparing = page({ sparesData: true });
    preloadNext('photos', sparing.parts);
    sparing.beIdle();
    const visited = page({ known: 'offers' });
    preloadNext('photos', visited.parts);
    visited.beIdle();
    expect([...gone.fetched, ...sparing.fetched, ...visited.fetched]).toEqual([]);
  });

  it('the first screen is shown, in a browser that cannot tell when it is idle - loads half a second later, unless the student left', async () => {
    jest.useFakeTimers();
    const [staying, leaving] = [page(), page()];
    const [, leave] = [staying, leaving].map(({ parts: { store, download, loadAhead } }) =>
      preloadNext('availability', { store, download, loadAhead }),
    );
    await jest.advanceTimersByTimeAsync(4_000);
    leave!();
    await jest.advanceTimersByTimeAsync(499);
    expect(staying.fetched).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect([staying.fetched, leaving.fetched]).toEqual([['photos'], []]);
    jest.useRealTimers();
  });
});
