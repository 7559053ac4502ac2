import { FRAME_LIMITS } from '@flint/contracts/frame/messages';
import fc from 'fast-check';
import { notices } from '../platform/notices';
import { ContractMismatch } from './check';
import { listenToFrames } from './frame-errors';
import { frameRemote } from './frame-host';
import { MANIFEST, openHost, STATE, STUDENT, useFrames, wait } from './testing/open-host';

useFrames();

const never = () => new Promise<never>(() => undefined);

const visibility = (value: string) =>
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(value as 'visible');

describe('the frame of a foreign remote', () => {
  it('once loaded - has no rights but scripts and forms, gets the channel, and is told all that it starts with, without the student', async () => {
    document.documentElement.lang = 'en';
    document.documentElement.dataset['theme'] = 'dark';
    const draft = (user: string, remote: string, name: string) =>
      localStorage.setItem(`flint:draft:${user}:${remote}:${name}`, '1');
    draft(STUDENT, 'clubs', 'idea');
    draft(STUDENT, 'offers', 'note');
    draft('another', 'clubs', 'secret');
    const host = openHost();
    const { frame, guest } = host;
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
    expect([frame.title, frame.getAttribute('src')]).toEqual(['Clubs', '/sandbox.a.html']);
    expect(frame.style).toMatchObject({ display: 'block', width: '100%' });
    expect(frame.style.borderWidth || frame.style.border).toMatch(/^0/);
    const given = jest.spyOn(frame.contentWindow!, 'postMessage').mockReturnValue();
    host.load();
    expect(given.mock.calls).toEqual([['flint', '*', [guest]]]);
    host.say({ type: 'hello' });
    const state = {
      ...STATE,
      session: { status: 'signedIn', user: { id: '', email: '' } },
      root: { lang: 'en', 'data-theme': 'dark' },
    };
    expect(host.said).toEqual([
      {
        type: 'start',
        id: 'clubs',
        entry: 'remoteEntry.js',
        globalName: 'flint_clubs',
        files: ['remoteEntry.js', 'a.css'],
        styles: ['a.css'],
        look: '',
        tallest: FRAME_LIMITS.height,
        routes: expect.objectContaining({ clubs: '/clubs', club: '/club', offers: '/offers' }) as object,
        drafts: { idea: 'draft idea' },
        state,
      },
    ]);
    host.tell({ online: false });
    expect(host.said.at(-1)).toEqual({ type: 'state', state: { ...state, online: false } });
    host.tell({ session: { status: 'signedOut' } });
    expect(host.said.at(-1)).toMatchObject({ state: { session: { status: 'signedOut' } } });
  });

  it('while the page changes its language or theme - is told; after it is left, it is told nothing', async () => {
    const host = openHost();
    const root = document.documentElement;
    root.lang = 'fr-CA';
    await host.settle();
    root.dataset['theme'] = 'light';
    await host.settle();
    root.dataset['other'] = 'x';
    await host.settle();
    expect(host.said).toMatchObject([
      { type: 'state', state: { root: { lang: 'fr-CA' } } },
      { type: 'state', state: { root: { 'data-theme': 'light' } } },
    ]);
    const sent = jest.spyOn(host.guest.other, 'postMessage');
    host.remote.unmount(host.element);
    root.lang = 'en';
    host.tell({ online: false });
    await wait(30_000);
    expect(sent).not.toHaveBeenCalled();
  });

  it('without storage on the device - starts without drafts', () => {
    jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new Error('denied');
    });
    const host = openHost();
    host.say({ type: 'hello' });
    expect(host.said).toMatchObject([{ type: 'start', drafts: {} }]);
  });

  it('that is shown - resolves mount(), tells the shell that the screen has changed, and passes the focus on', async () => {
    const host = openHost();
    host.show();
    await host.settle();
    expect(host.ended()).toBe('shown');
    expect(host.frame.dataset['pageHeading']).toBe('');
    expect(host.element.lastChild).toBeInstanceOf(Comment);
    host.frame.tabIndex = -1;
    host.frame.dispatchEvent(new Event('focus'));
    expect(host.frame.hasAttribute('tabindex')).toBe(false);
    host.say({ type: 'height', pixels: FRAME_LIMITS.height });
    expect(host.frame.style.height).toBe('20000px');
  });

  it('that is left, before it is shown - ends mount() without a failure, hears nothing more, and forgets the unsaved work it named', async () => {
    const host = openHost();
    host.say({ type: 'unsaved', key: 'form', text: 'an answer' });
    host.say({ type: 'unsaved', key: 'done', text: 'a note' });
    host.say({ type: 'unsaved', key: 'done', text: null });
    host.platform.setUnsaved.mockClear();
    host.remote.unmount(document.body);
    expect(host.frame.isConnected).toBe(true);
    host.remote.unmount(host.element);
    host.remote.unmount(host.element);
    expect(host.platform.setUnsaved.mock.calls).toEqual([['form', null]]);
    expect(host.frame.isConnected).toBe(false);
    expect(host.isClosed()).toBe(true);
    host.say({ type: 'notify', text: 'late', tone: 'info' });
    expect(notices.get()).toEqual([]);
    await wait(60_000);
    expect(host.ended()).toBe('shown');
    expect(host.platform.fail).not.toHaveBeenCalled();
  });

  it('whose remote threw - tells those who listen, and stands', async () => {
    const host = openHost();
    host.show();
    const told = jest.fn();
    const stop = listenToFrames(told);
    host.say({ type: 'threw' });
    expect(told.mock.calls).toEqual([['clubs']]);
    stop();
    host.say({ type: 'threw' });
    expect(told).toHaveBeenCalledTimes(1);
    expect(host.frame.isConnected).toBe(true);
  });

  it.each<[string, named: string, isHere: boolean, why: string, reloadedAgo?: number]>([
    ['another document, as after a deployment - reloads the page', '/sandbox.b.html', true, ''],
    [
      'another document, for which the page was reloaded a moment ago - fails',
      '/sandbox.b.html',
      true,
      'the frame of clubs does not answer',
      50_000,
    ],
    [
      'another document, a minute after a reload - reloads the page again',
      '/sandbox.b.html',
      true,
      '',
      57_000,
    ],
    ['another document, after the student has left - does nothing', '/sandbox.b.html', false, ''],
    ['its own document - fails', '/sandbox.a.html', true, 'the frame of clubs does not answer'],
    ['no document - fails', '/', true, 'the frame of clubs does not answer'],
  ])(
    'that does not answer, while the server’s page names %s',
    async (_what, named, isHere, why, reloadedAgo = 0) => {
      if (reloadedAgo) sessionStorage.setItem('flint:frame', String(Date.now() - reloadedAgo));
      Object.assign(globalThis, { fetch: async () => ({ text: async () => `{"frame":"${named}"}` }) });
      const host = openHost();
      host.load();
      if (!isHere) host.element.remove();
      await wait(3_000);
      Reflect.deleteProperty(globalThis, 'fetch');
      expect(await host.cut()).toBe(why);
      expect(host.reloadPage).toHaveBeenCalledTimes(Number(!why && isHere));
    },
  );

  it('of ECMAScript modules - is refused', () => {
    const { remoteEntry } = MANIFEST.metaData;
    const manifest = { ...MANIFEST, metaData: { remoteEntry: { ...remoteEntry, type: 'module' } } };
    expect(() => frameRemote('clubs', { entry: 'https://clubs.test/a.json' }, manifest, never)).toThrow(
      ContractMismatch,
    );
  });
});

describe('the life of a frame', () => {
  const STEPS = ['hello', 'shown', 'alive', 'load', 'wait', 'wait', 'wait', 'wait', 'hide', 'look'] as const;
  type Step = (typeof STEPS)[number];

  /** Says when and why the frame is removed: with one step of `wait` per second. */
  function expectedOf(steps: readonly Step[]) {
    let [second, pings, loads, asked, dueAt] = [0, 0, 0, 0, Infinity];
    let [isThere, isShown, isVisible] = [false, false, true];
    const reasonOf = (step: Step): string => {
      if (step === 'hide' || step === 'look') isVisible = step === 'look';
      if (step === 'alive') pings = 0;
      if (step === 'hello') {
        pings = 0;
        if (isThere) return 'starts again';
        isThere = true;
      }
      if (step === 'shown') {
        pings = 0;
        if (isShown) return 'is shown again';
        isShown = true;
      }
      if (step === 'load') {
        loads += 1;
        dueAt = second + 3;
        if (loads > 1) return 'left its document';
      }
      if (step !== 'wait') return '';
      second += 1;
      if (second === 20 && !isShown) return 'shows nothing';
      if (second % 5 === 0 && isVisible) {
        if (pings === 4) return 'does not answer';
        pings += 1;
        asked += 1;
      }
      return second === dueAt && !isThere ? 'does not answer' : '';
    };
    for (const step of steps) {
      const why = reasonOf(step);
      if (why) return { why: `the frame of clubs ${why}`, asked, isShown };
    }
    return { why: '', asked, isShown };
  }

  const run = async (steps: readonly Step[]) => {
    const visible = visibility('visible');
    const host = openHost();
    for (const step of steps) {
      if (step === 'wait') await wait(1_000);
      else if (step === 'load') {
        if (host.frame.isConnected) host.load();
      } else if (step === 'hide' || step === 'look')
        visible.mockReturnValue(step === 'hide' ? 'hidden' : 'visible');
      else host.say({ type: step });
    }
    const why = await host.cut();
    const got = { why, asked: host.said.filter(({ type }) => type === 'ping').length };
    const { isShown, ...expected } = expectedOf(steps);
    expect(got).toEqual(expected);
    // the panel of a screen that stood, or the failure of one that never did; both once
    expect(host.platform.fail).toHaveBeenCalledTimes(why && isShown ? 1 : 0);
    expect(host.frame.isConnected).toBe(!why);
    expect(host.isClosed()).toBe(Boolean(why));
    host.remote.unmount(host.element);
  };
  const seconds = (count: number): Step[] => Array.from({ length: count }, () => 'wait');

  it('in any order of its messages, loads and seconds - ends when and as a small model says', () =>
    fc.assert(
      fc.asyncProperty(
        // mostly lawful beginnings, so that what comes later is reached
        fc.constantFrom<Step[]>(
          [],
          ['load', 'hello'],
          ['load', 'hello', 'shown'],
          ['load'],
          ['shown', 'hide'],
        ),
        fc.array(fc.constantFrom(...STEPS), { maxLength: 40 }),
        (start, rest) => run([...start, ...rest]),
      ),
      { numRuns: 60 },
    ));

  it.each<[string, Step[]]>([
    ['loaded, silent', ['load', ...seconds(3)]],
    ['loaded, answering late', ['load', ...seconds(2), 'hello', ...seconds(3)]],
    ['started, never shown', ['load', 'hello', ...seconds(20)]],
    ['shown, silent until the fifth ping', ['load', 'hello', 'shown', ...seconds(25)]],
    [
      'shown, alive after the fourth ping',
      ['load', 'hello', 'shown', ...seconds(24), 'alive', ...seconds(20)],
    ],
    ['hidden, never asked', ['load', 'hello', 'shown', 'hide', ...seconds(40)]],
    ['shown, loaded again', ['load', 'hello', 'shown', 'load']],
  ])('%s - ends when and as the model says', (_what, steps) => run(steps));
});
