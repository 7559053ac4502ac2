import { FRAME_LIMITS } from '@flint/contracts/frame/messages';
import { notices } from '../platform/notices';
import { acting, openHost, useFrames, wait } from './testing/open-host';

useFrames();
beforeEach(() => acting(false));

const TONES = ['success', 'info', 'failure'] as const;
const times = (count: number, work: (n: number) => unknown) =>
  Array.from({ length: count }, (_none, n) => work(n + 1));

describe('a frame that says', () => {
  const long = (chars: number) => {
    const empty = JSON.stringify({ type: 'draft', name: 'a', value: '' });
    return empty.replace('""', `"${'x'.repeat(chars - empty.length)}"`);
  };
  const notice = (chars: number) => ({ type: 'notify', text: 'x'.repeat(chars), tone: 'info' });
  const draft = (n: number) => ({ type: 'draft', name: `d${n}`, value: n });
  const unsaved = (n: number) => ({ type: 'unsaved', key: `u${n}`, text: 'work' });
  const call = (n: number) => ({ type: 'call', n, method: 'GET', path: '/profile' });

  it.each<[string, () => unknown[], string]>([
    ['a message of the most characters', () => [long(FRAME_LIMITS.messageChars)], ''],
    ['one character more', () => [long(FRAME_LIMITS.messageChars + 1)], 'sends messages that are too long'],
    ['what is no JSON', () => ['{'], 'sends what is no message'],
    ['an unknown kind', () => [{ type: 'pay' }], 'sends what is no message'],
    ['an unknown field', () => [{ type: 'alive', user: 'x' }], 'sends what is no message'],
    ['a text of 201 characters', () => [notice(201)], 'sends what is no message'],
    ['a text of 200 characters', () => [notice(200)], ''],
    ['a height beyond the most', () => [{ type: 'height', pixels: 20_001 }], 'sends what is no message'],
    ['that it failed', () => [{ type: 'fail', why: 'Error: no' }], 'failed: Error: no'],
    ['20 drafts, and one of them again', () => [...times(20, draft), draft(20)], ''],
    ['21 drafts', () => times(21, draft), 'keeps too many drafts'],
    [
      'a 21st draft after dropping one',
      () => [...times(20, draft), { type: 'draft', name: 'd1' }, draft(21)],
      '',
    ],
    ['20 pieces of unsaved work, and one again', () => [...times(20, unsaved), unsaved(20)], ''],
    ['21 pieces of unsaved work', () => times(21, unsaved), 'has too much unsaved work'],
    [
      'a 21st piece after one was saved',
      () => [...times(20, unsaved), { type: 'unsaved', key: 'u1', text: null }, unsaved(21)],
      '',
    ],
    ['16 open requests', () => times(16, call), ''],
    ['17 open requests', () => times(17, call), 'asks for too much at once'],
  ])('%s - is removed only for what is too much or no message', async (_what, messages, why) => {
    const host = openHost();
    host.show();
    if (messages().some((each) => (each as { type?: string }).type === 'call'))
      host.platform.data.call.mockReturnValue(new Promise(() => undefined));
    for (const message of messages()) host.say(message as object);
    expect(await host.cut()).toBe(why && `the frame of clubs ${why}`);
    // the last one, which was too much, changed nothing
    if (/drafts/.test(why)) expect(host.platform.drafts.put).toHaveBeenCalledTimes(20);
    if (/unsaved/.test(why)) expect(host.platform.setUnsaved).not.toHaveBeenCalledWith('u21', 'Clubs: work');
  });

  it('a thing that is not text - is removed', async () => {
    const host = openHost();
    host.sayUnchecked({ type: 'alive' });
    expect(await host.cut()).toBe('the frame of clubs sends messages that are too long');
  });

  it.each([
    ['messages', 100, 1_000, { type: 'height', pixels: 1 }, 'sends too many messages'],
    ['calls', 60, 60_000, call(1), 'calls the API too often'],
  ])('%s up to %i in %i ms - stands, and is removed for one more', async (_what, most, ms, message, why) => {
    const host = openHost();
    host.show();
    // between two pings, whose answers count
    await wait(61_500);
    const say = async (count: number) => {
      for (let n = 1; n <= count; n += 1) {
        host.say(message);
        if (n % 10 === 0) await host.settle();
      }
      return host.cut();
    };
    expect(await say(most)).toBe('');
    // still the same window at its last millisecond
    await wait(ms);
    expect(await say(1)).toBe(`the frame of clubs ${why}`);
  });

  it.each([
    ['messages', 100, 1_000, { type: 'height', pixels: 1 }],
    ['calls', 60, 60_000, call(1)],
  ])('%s up to %i, and as many after %i ms - stands', async (_what, most, ms, message) => {
    const host = openHost();
    host.show();
    await wait(61_500);
    for (let n = 1; n <= 2 * most; n += 1) {
      host.say(message);
      if (n % 10 === 0) await host.settle();
      if (n === most) await wait(ms + 1);
    }
    expect(await host.cut()).toBe('');
  });

  it('more than five notices in ten seconds - shows five, with its name, the newest alone, hides none of the shell, and stands', async () => {
    const host = openHost();
    host.show();
    notices.notify('Not sent', 'info', { onSeen: () => undefined });
    notices.notify('News', 'info');
    const shown = () => notices.get().map(({ text }) => text);
    const say = () => times(6, (n) => host.say({ type: 'notify', text: `n${n}`, tone: TONES[n % 3] }));
    say();
    // above those of the shell
    expect(shown()).toEqual(['Clubs: n5', 'Not sent', 'News']);
    await wait(6_000);
    expect(shown()).toEqual(['Not sent']);
    await wait(4_000);
    say();
    expect(shown()).toEqual(['Not sent']);
    await wait(1);
    say();
    expect(shown()).toEqual(['Clubs: n5', 'Not sent']);
    expect(await host.cut()).toBe('');
  });

  it.each([
    ['https://club.test/@us?a=1#b', true, true],
    ['https://club.test', true, true],
    ['mailto:ann@club.test', true, true],
    ['https://club.test', false, false],
    ['http://club.test/', true, false],
    ['javascript:alert(1)', true, false],
    ['https://flint.test@club.test/', true, false],
    ['https://flint.test\\@club.test/', true, false],
    ['https://club.test/ https://flint.test', true, false],
    ['https://club.test/\u202eb', true, false],
    [`https://club.test/${'x'.repeat(183)}`, true, false],
  ])('a link to %s, acting: %s - is offered with its whole address: %s', async (url, active, isOffered) => {
    const host = openHost();
    host.show();
    await wait(10_001);
    acting(active);
    host.say({ type: 'open', url });
    const notice = notices.get().find(({ owner }) => owner === 'clubs');
    expect(notice?.text).toBe(isOffered ? `Clubs: ${url}` : undefined);
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    notice?.action?.run();
    expect(open.mock.calls).toEqual(isOffered ? [[url, '_blank', 'noopener,noreferrer']] : []);
    expect(await host.cut()).toBe('');
    if (notice) notices.dismiss(notice.id);
  });

  it('drafts and unsaved work - are stored, dropped and named as its own', () => {
    const { say, platform } = openHost();
    say({ type: 'draft', name: 'idea', value: null });
    say({ type: 'draft', name: 'idea' });
    say({ type: 'unsaved', key: 'form', text: 'a form' });
    say({ type: 'unsaved', key: 'kept', text: 'a note', keptOnDevice: true });
    say({ type: 'unsaved', key: 'form', text: null });
    expect(platform.drafts.put.mock.calls).toEqual([['idea', null]]);
    expect(platform.drafts.drop.mock.calls).toEqual([['idea']]);
    expect(platform.setUnsaved.mock.calls).toEqual([
      ['form', 'Clubs: a form', { keptOnDevice: false }],
      ['kept', 'Clubs: a note', { keptOnDevice: true }],
      ['form', null, { keptOnDevice: false }],
    ]);
  });

  it('what makes the shell itself throw - stays', async () => {
    const host = openHost();
    host.show();
    host.platform.navigation.goTo.mockImplementationOnce(() => {
      throw new DOMException('too many', 'SecurityError');
    });
    host.say({ type: 'goTo', screen: 'club', replace: true });
    expect(host.platform.navigation.goTo).toHaveBeenCalledTimes(1);
    expect(await host.cut()).toBe('');
  });
});
