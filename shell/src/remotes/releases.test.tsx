import { act, render, screen } from '@testing-library/react';
import { PlatformProvider, REMOTE_CONTRACT, type ComponentRemote } from '@flint/remote-kit';
import { fakePlatform } from '@flint/remote-kit/testing';
import { bucketOf, chooseRelease } from './choose';
import type { LoadedRemote } from './registry';
import { showStyles } from './release-styles';
import { RemoteScreen } from './RemoteScreen';
import { createRemoteStore } from './remote-store';

jest.mock('./federation', () => ({ loadExposed: () => undefined }));

const LIVE = { entry: 'https://offers.campus.edu/1/mf-manifest.json', version: '1' };
const NEXT = { entry: 'https://offers.campus.edu/2/mf-manifest.json', version: '2' };

describe('chooseRelease', () => {
  it('canary - read repeatedly in one browser - has the same number, another one for each remote', () => {
    const once = ['offers', 'photos', 'auth', 'onboarding'].map(bucketOf);
    expect(['offers', 'photos', 'auth', 'onboarding'].map(bucketOf)).toEqual(once);
    expect(new Set(once).size).toBeGreaterThan(1);
  });

  it('canary - with a share up to the browser’s number - is not used; later builds of the shell use the same number', () => {
    localStorage.setItem('flint-browser', 'abc');
    const number = bucketOf('offers');
    expect(number).toBe(13);
    const of = (percent: number) =>
      chooseRelease('offers', { ...LIVE, canary: { ...NEXT, percent } }).version;
    expect([of(number), of(number + 1)]).toEqual(['1', '2']);
  });

  it('canary - 20 percent of 1,000 browsers - is used by about 20 percent', () => {
    const number = jest.spyOn(Storage.prototype, 'getItem');
    let got = 0;
    for (let browser = 0; browser < 1_000; browser++) {
      number.mockReturnValue(`0.${Math.imul(browser, 2_654_435_761) >>> 0}`);
      if (chooseRelease('offers', { ...LIVE, canary: { ...NEXT, percent: 20 } }).version === '2') got += 1;
    }
    expect(got).toBeGreaterThan(160);
    expect(got).toBeLessThan(240);
  });

  it('canary - the browser forbids storage - is not used', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    expect(chooseRelease('offers', { ...LIVE, canary: { ...NEXT, percent: 99 } }).version).toBe('1');
  });

  it('test release - on a page with its banner, and on any other - is used there only, before a canary', () => {
    const test = { entry: 'https://offers.campus.edu/3/mf-manifest.json', version: '3+test' };
    const remote = { ...LIVE, canary: { ...NEXT, percent: 100 }, test };
    expect(chooseRelease('offers', remote).version).toBe('2');
    document.head.innerHTML = '<meta id="flint-test">';
    expect(chooseRelease('offers', remote).version).toBe('3+test');
    expect(chooseRelease('photos', LIVE).version).toBe('1');
    document.head.innerHTML = '';
  });
});

describe('a release while the page is open', () => {
  const remoteOf = (version: string): LoadedRemote => {
    const Root: ComponentRemote['Root'] = ({ screen: id }) => <h1>{`${id} of ${version}`}</h1>;
    return {
      module: { contract: REMOTE_CONTRACT, id: 'offers', Root },
      version,
      release: version === '1' ? LIVE : NEXT,
      styles: [],
    };
  };
  const openPage = (load: () => Promise<LoadedRemote>) => {
    const news = { newer: false, gone: false };
    const store = createRemoteStore(load, {
      look: () => Promise.resolve(),
      isGone: () => news.gone,
      hasNewer: (_id, release) => news.newer && release === LIVE,
    });
    const show = (id: 'offers' | 'matches') => (
      <PlatformProvider value={fakePlatform()}>
        <RemoteScreen screen={id} store={store} skeleton={<p>skeleton</p>} />
      </PlatformProvider>
    );
    return { news, store, show };
  };

  it('newer release - in the middle of a screen - waits for the next navigation, then is shown', async () => {
    const load = jest.fn().mockResolvedValueOnce(remoteOf('1')).mockResolvedValue(remoteOf('2'));
    const { news, store, show } = openPage(load);
    const { rerender } = render(show('offers'));
    expect(await screen.findByText('offers of 1')).toBeVisible();
    news.newer = true;
    rerender(show('offers'));
    await act(() => Promise.resolve());
    expect(screen.getByText('offers of 1')).toBeVisible();
    rerender(show('matches'));
    expect(await screen.findByText('matches of 2')).toBeVisible();
    expect(store.stateOf('offers')).toMatchObject({ status: 'ready', remote: { version: '2' } });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('newer release - does not run - is reported, and the current one stays', async () => {
    const reports: string[] = [];
    jest.spyOn(console, 'error').mockImplementation((...args) => void reports.push(args.join(' ')));
    const { news, show } = openPage(() => load());
    const load = jest
      .fn()
      .mockResolvedValueOnce(remoteOf('1'))
      .mockImplementation(() => {
        // as in the registry: a release that did not run is no longer ready
        news.newer = false;
        return Promise.reject(new Error('broken'));
      });
    const { rerender } = render(show('offers'));
    await screen.findByText('offers of 1');
    news.newer = true;
    rerender(show('matches'));
    expect(await screen.findByText('matches of 1')).toBeVisible();
    expect(reports).toEqual([expect.stringContaining('[flint] remote_unavailable offers')]);
    rerender(show('offers'));
    expect(await screen.findByText('offers of 1')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('release - that its origin has no more - stays until the next navigation, and does not return', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const load = jest.fn().mockResolvedValueOnce(remoteOf('1')).mockRejectedValue(new Error('refused'));
    const { news, store, show } = openPage(load);
    const { rerender } = render(show('offers'));
    await screen.findByText('offers of 1');
    news.gone = true;
    rerender(show('offers'));
    await act(() => Promise.resolve());
    expect(screen.getByText('offers of 1')).toBeVisible();
    rerender(show('matches'));
    expect(screen.queryByText('matches of 1')).toBeNull();
    expect(await screen.findByRole('alert')).toHaveAttribute('data-code', 'remote_unavailable');
    expect(store.stateOf('offers').status).toBe('failed');
  });
});

describe('showStyles', () => {
  it('stylesheets - of two releases that share one - are enabled for the current release only', () => {
    const add = (name: string) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href: `https://offers.campus.edu/files/${name}.css` });
      document.head.append(link);
      // jsdom keeps no stylesheet for a link it does not load, and with it no `disabled`
      Object.defineProperty(link, 'disabled', { value: false, writable: true });
      return link;
    };
    const links = ['one', 'two', 'both', 'other'].map(add);
    const [one = '', two = '', both = ''] = links.map(({ href }) => href);
    const all = [one, both, two, both];
    showStyles([two, both], all);
    expect(links.map(({ disabled }) => disabled)).toEqual([true, false, false, false]);
    showStyles([one, both], all);
    expect(links.map(({ disabled }) => disabled)).toEqual([false, true, false, false]);
  });
});
