import { memo, useEffect } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  PlatformProvider,
  REMOTE_CONTRACT,
  usePlatform,
  type ComponentRemote,
  type Navigation,
} from '@flint/remote-kit';
import { fakePlatform } from '@flint/remote-kit/testing';
import { checkRemote, ContractMismatch } from './check';
import type { LoadedRemote } from './registry';
import { RemoteScreen } from './RemoteScreen';
import { createRemoteStore } from './remote-store';

jest.mock('./federation', () => ({ loadExposed: () => undefined }));

const remoteWith = (Root: ComponentRemote['Root']): LoadedRemote => ({
  module: { contract: REMOTE_CONTRACT, id: 'offers', Root },
  version: '1.0.0',
  release: { entry: 'http://remote/1/mf-manifest.json', version: '1.0.0' },
  styles: [],
});
const offers = remoteWith(({ screen: id }) => <h1>{id} screen</h1>);
const show = (store: ReturnType<typeof createRemoteStore>, id: 'offers' | 'matches' = 'offers') => {
  const location = { screen: id, params: {} };
  return (
    <PlatformProvider value={{ ...platform, navigation: { ...platform.navigation, location } }}>
      <RemoteScreen screen={id} store={store} skeleton={<p>skeleton</p>} />
    </PlatformProvider>
  );
};

let platform: ReturnType<typeof fakePlatform>;
let reports: string[];
beforeEach(() => {
  platform = fakePlatform();
  reports = [];
  jest.spyOn(console, 'error').mockImplementation((...args) => void reports.push(args.join(' ')));
});

describe('RemoteScreen', () => {
  it('remote screen - while the remote is loaded - shows the skeleton, then the screen', async () => {
    render(show(createRemoteStore(() => Promise.resolve(offers))));
    expect(screen.getByText('skeleton')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'offers screen' })).toBeVisible();
  });

  it('remote screen - not available - names the screen; Try again loads it again and shows it', async () => {
    const load = jest
      .fn<Promise<LoadedRemote>, [string, boolean]>()
      .mockRejectedValueOnce(new Error('down'))
      .mockRejectedValueOnce(new Error('still down'))
      .mockResolvedValueOnce(offers);
    render(show(createRemoteStore(load)));
    expect(await screen.findByRole('heading', { name: 'Unable to Load Offers' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'offers screen' })).toBeVisible();
    expect(load.mock.calls).toEqual([
      ['offers', false],
      ['offers', true],
      ['offers', true],
    ]);
    expect(reports).toEqual([expect.stringContaining('remote_unavailable offers'), expect.anything()]);
  });

  it('remote screen - throws while rendering - shows its panel, with code, build and attempt in closed details; the next screen of the remote is rendered', async () => {
    const Root: ComponentRemote['Root'] = ({ screen: id }) => {
      if (id === 'offers') throw new TypeError('Ada likes chess');
      return <h1>{id} screen</h1>;
    };
    const store = createRemoteStore(() => Promise.resolve(remoteWith(Root)));
    const { rerender } = render(show(store));
    expect(await screen.findByRole('alert')).toHaveAttribute('data-code', 'remote_crashed');
    const ours = reports.filter((line) => line.startsWith('[flint]'));
    expect(ours).toEqual([
      expect.stringMatching(/^\[flint\] remote_crashed offers 1\.0\.0 TypeError [0-9a-f]{8}$/),
    ]);
    const request = ours[0]?.split(' ').at(-1) ?? '';
    const facts = screen.getByText(`remote_crashed · offers 1.0.0 · ${request}`);
    expect(facts).not.toBeVisible();
    await userEvent.click(screen.getByText('Details for support'));
    expect(facts).toBeVisible();
    rerender(show(store, 'matches'));
    expect(await screen.findByRole('heading', { name: 'matches screen' })).toBeVisible();
  });

  it('remote screen - a chunk does not arrive - is not reported as a crash', async () => {
    const missing = Object.assign(new Error('Loading chunk failed'), { name: 'ChunkLoadError' });
    const Root: ComponentRemote['Root'] = () => {
      throw missing;
    };
    render(show(createRemoteStore(() => Promise.resolve(remoteWith(Root)))));
    expect(await screen.findByRole('alert')).toHaveAttribute('data-code', 'remote_unavailable');
    expect(reports.filter((line) => line.startsWith('[flint]'))).toEqual([
      expect.stringContaining('remote_unavailable offers'),
    ]);
  });

  it('remote screen - goes on after it was left, as when a Save is answered late - leaves the student where they are, also back on the screen', async () => {
    const back = jest.spyOn(platform.navigation, 'back');
    const visits: Navigation[] = [];
    const Root: ComponentRemote['Root'] = ({ screen: id }) => {
      const { navigation } = usePlatform();
      useEffect(() => void visits.push(navigation), [navigation]);
      return <h1>{id} screen</h1>;
    };
    const store = createRemoteStore(() => Promise.resolve(remoteWith(Root)));
    const { rerender, unmount } = render(show(store));
    await screen.findByRole('heading', { name: 'offers screen' });
    rerender(show(store, 'matches'));
    rerender(show(store));
    const went = () => {
      platform.visited.length = 0;
      for (const { goTo } of visits) goTo('photos');
      for (const visit of visits) visit.back();
      return platform.visited.length;
    };
    expect([visits.length, went(), back.mock.calls.length]).toEqual([3, 1, 1]);
    unmount();
    expect([went(), back.mock.calls.length]).toEqual([0, 1]);
  });

  it('remote screen - an action of it undone from another screen - leads back to it', async () => {
    let undo = () => undefined as void;
    const Root: ComponentRemote['Root'] = ({ screen: id }) => {
      const { navigation } = usePlatform();
      useEffect(() => {
        if (id === 'matches') undo = () => navigation.goTo('matches');
      }, [id, navigation]);
      return <h1>{id} screen</h1>;
    };
    const store = createRemoteStore(() => Promise.resolve(remoteWith(Root)));
    const { rerender } = render(show(store, 'matches'));
    await screen.findByRole('heading', { name: 'matches screen' });
    rerender(show(store));
    undo();
    expect(platform.visited).toEqual([{ screen: 'matches', params: {} }]);
  });
});

describe('checkRemote', () => {
  const good = { contract: REMOTE_CONTRACT, id: 'offers', Root: () => null };

  it.each([REMOTE_CONTRACT, REMOTE_CONTRACT - 1])(
    'contract %s - current or previous - is accepted',
    (contract) => {
      expect(checkRemote('offers', { default: { ...good, contract } })).toMatchObject({ id: 'offers' });
    },
  );

  it.each([
    ['a component of React', { Root: memo(() => null) }],
    ['functions that mount and unmount', { Root: undefined, mount: () => null, unmount: () => null }],
  ])('exposes %s - is accepted', (_name, given) => {
    expect(checkRemote('offers', { default: { ...good, ...given } })).toMatchObject({ id: 'offers' });
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['no default', {}],
    ['null as default', { default: null }],
    ['null for a component', { default: { ...good, Root: null } }],
    ['an object for a component', { default: { ...good, Root: { $$typeof: 'memo' } } }],
    ['mount without unmount', { default: { ...good, Root: undefined, mount: () => null } }],
    ['unmount without mount', { default: { ...good, Root: undefined, unmount: () => null } }],
    ['another id', { default: { ...good, id: 'photos' } }],
    ['a newer contract', { default: { ...good, contract: REMOTE_CONTRACT + 1 } }],
    ['an older contract', { default: { ...good, contract: REMOTE_CONTRACT - 2 } }],
    ['no version', { default: { ...good, contract: undefined } }],
    ['text for a component', { default: { ...good, Root: 'div' } }],
  ])('exposes %s - against the contract - is a mismatch', (_name, exposed) => {
    expect(() => checkRemote('offers', exposed)).toThrow(ContractMismatch);
  });
});
