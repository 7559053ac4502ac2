import type { MountPlatform, MountRemote } from '@flint/remote-kit';
import * as data from '@flint/remote-kit/data';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { act, screen } from '@testing-library/react';
import { setOpenedData } from '../platform/opened-data';
import { CrashBoundary } from './CrashBoundary';
import { createPort } from './mount-port';
import { Mounted } from './Mounted';

const NEVER = new Promise<void>(() => undefined);

function show(mount: MountRemote['mount'], platform = fakePlatform()) {
  const left = jest.fn();
  const onLate = jest.fn();
  const remote = { id: 'offers', contract: 1, mount, unmount: left } as unknown as MountRemote;
  const shown = renderScreen(
    <CrashBoundary
      resetKey="offers"
      renderFallback={(error) => <p>{String(error)}</p>}
      onCrash={() => undefined}
    >
      <Mounted remote={remote} screen="offers" onLate={onLate} />
    </CrashBoundary>,
    { platform },
  );
  return { ...shown, left, onLate };
}

describe('a remote whose mount does not end', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const wait = () => act(() => jest.advanceTimersByTimeAsync(20_000));

  it('and that shows nothing - is a failed screen, and is unmounted', async () => {
    // React prints what a boundary catches
    jest.spyOn(console, 'error').mockImplementation();
    const { left } = show(() => NEVER);
    await wait();
    expect(screen.getByText(/mount\(\) did not end/)).toBeInTheDocument();
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('but rejects - is a failed screen', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    show(() => Promise.reject(new Error('broken')));
    await wait();
    expect(screen.getByText('Error: broken')).toBeInTheDocument();
  });

  it('and that shows something - runs on, and is unmounted when it is left', async () => {
    const { unmount, left } = show((element) => {
      element.append('Clubs');
      return NEVER;
    });
    await wait();
    expect(screen.getByText('Clubs')).toBeInTheDocument();
    expect(left).not.toHaveBeenCalled();
    unmount();
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('and that is left before it shows anything - is unmounted at once, and is no failure', async () => {
    const { unmount, left, onLate } = show(() => NEVER);
    unmount();
    expect(left).toHaveBeenCalledTimes(1);
    await wait();
    expect(left).toHaveBeenCalledTimes(1);
    expect(onLate).not.toHaveBeenCalled();
  });
});

describe('a call of a remote', () => {
  const Profile = () => <p>{JSON.stringify(data.useReadProfileQuery().data)}</p>;

  it.each([
    ['a write', 'PATCH', {}, 2],
    ['a refused write', 'PATCH', { status: 422 }, 1],
    ['a read', 'GET', {}, 1],
  ] as const)('%s - is read again by the other screens only if it changed something', async (...row) => {
    const [, method, answer, reads] = row;
    let [saved, isHeld] = ['old', true];
    let letGo = () => undefined as void;
    const { store, api, platform } = renderScreen(<Profile />, {
      api: {
        'GET /profile': async () => {
          const body = { saved };
          // the first answer comes after the write
          if (isHeld) await new Promise<void>((resolve) => (letGo = resolve));
          return { body };
        },
        [`${method} /photos`]: () => ((saved = 'new'), answer),
      },
    });
    setOpenedData({ module: data, store });
    const { open } = createPort('offers', 'offers', platform);
    await act(() => open(() => undefined).data.call({ method, path: '/photos' }));
    isHeld = false;
    await act(async () => letGo());
    expect(await screen.findByText(`{"saved":"${reads === 2 ? 'new' : 'old'}"}`)).toBeInTheDocument();
    expect(api.calls.filter(({ path }) => path === '/profile')).toHaveLength(reads);
    setOpenedData(null);
  });
});

describe('a remote that fails with unsaved work', () => {
  it('only in its page, or kept on this device - leaves the report of the second alone, and changes no draft once another student has signed in', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    const platform = fakePlatform();
    let own!: MountPlatform;
    const mount: MountRemote['mount'] = (element, given) => {
      own = given;
      element.append('Clubs');
      given.setUnsaved('form', 'your event');
      given.setUnsaved('draft', 'your draft', { keptOnDevice: true });
    };
    show(mount, platform);
    await act(async () => own.fail(new Error('broken')));
    expect(screen.getByText('Error: broken')).toBeInTheDocument();
    own.setUnsaved('form', 'your event, too late');
    expect([...platform.unsaved.values()]).toEqual(['your draft']);
    own.drafts.put('idea', 'mine');
    localStorage.setItem('flint:owner', 'another student');
    own.drafts.put('idea', 'too late');
    expect(own.drafts.read('idea')).toBe('mine');
  });
});
