import { acting, openHost, useFrames, wait } from './testing/open-host';

useFrames();
beforeEach(() => acting(false));

const times = (count: number, work: () => unknown) => Array.from({ length: count }, work);

describe('a frame that says', () => {
  it.each([
    ['its own screen', 'club', true, undefined, false],
    ['its own screen', 'club', true, true, true],
    ['its own screen', 'club', false, false, true],
    ['another screen', 'offers', true, undefined, false],
    ['another screen', 'offers', false, true, null],
  ])(
    'to go to %s (%s), acting: %s, replace: %s - replaces the entry: %s',
    (_to, screen, active, replace, how) => {
      const { say, platform } = openHost();
      acting(active);
      say({ type: 'goTo', screen, params: { tab: 'x' }, ...(replace !== undefined && { replace }) });
      say({ type: 'back' });
      expect(platform.navigation.goTo.mock.calls).toEqual(
        how === null ? [] : [[screen, { tab: 'x' }, { replace: how }]],
      );
      // one step per second
      expect(platform.navigation.back).toHaveBeenCalledTimes(active && how !== false ? 1 : 0);
    },
  );

  it('to go on and back again and again after one touch - adds or takes back one entry per second, and lets the last of the others replace it', async () => {
    const { say, platform } = openHost();
    const { goTo, back } = platform.navigation;
    const steps = () => {
      const [pushes, backs] = [goTo.mock.calls.filter(([, , { replace }]) => !replace), back.mock.calls];
      return [pushes.length, goTo.mock.calls.length - pushes.length, backs.length];
    };
    acting(true);
    // a second begins with a step
    await wait(500);
    const goOn = () => times(20, () => say({ type: 'goTo', screen: 'club' }));
    const goBack = () => times(20, () => say({ type: 'back' }));
    goOn();
    expect(steps()).toEqual([1, 1, 0]);
    await wait(1_000);
    goBack();
    expect(steps()).toEqual([1, 2, 0]);
    await wait(1);
    goBack();
    goOn();
    expect(steps()).toEqual([1, 3, 1]);
  });

  it('to go to another remote in place of its screen, while a change of that one waits - goes at once, and nothing follows', async () => {
    const { say, platform } = openHost();
    const gone = () => platform.navigation.goTo.mock.calls.map(([screen]) => screen as string);
    acting(true);
    for (const screen of ['clubs', 'club', 'offers']) say({ type: 'goTo', screen, replace: true });
    expect(gone()).toEqual(['clubs', 'offers']);
    await wait(500);
    expect(gone()).toEqual(['clubs', 'offers']);
  });

  it('90 times in a second where it is - replaces its entry four times, and later with the last; one that goes on has the newest before it', async () => {
    const { say, remote, element, platform } = openHost();
    const { goTo } = platform.navigation;
    const slide = async (count: number) => {
      for (let n = 1; n <= count; n += 1) {
        say({ type: 'goTo', screen: 'club', params: { age: String(n) }, replace: true });
        await wait(11);
      }
    };
    const ages = () => goTo.mock.calls.map(([, { age }, { replace }]) => `${replace ? '' : '+'}${age}`);
    await slide(90);
    expect(ages()).toEqual(['1', '23', '46', '69']);
    await wait(500);
    expect(ages().slice(4)).toEqual(['90']);
    goTo.mockClear();
    await slide(2);
    acting(true);
    say({ type: 'goTo', screen: 'club', params: { age: 'other' } });
    await wait(500);
    expect(ages()).toEqual(['1', '2', '+other']);
    goTo.mockClear();
    await slide(2);
    // the student goes Back, or elsewhere
    history.pushState({ idx: 7 }, '');
    await wait(500);
    expect(ages()).toEqual(['1']);
    await slide(2);
    remote.unmount(element);
    await wait(500);
    expect(ages()).toEqual(['1', '1']);
  });
});
