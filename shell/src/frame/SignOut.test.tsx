import { PlatformProvider, type AuthResult } from '@flint/remote-kit';
import * as data from '@flint/remote-kit/data';
import { fakeApi, fakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { DataGate } from '../platform/DataGate';
import { loadData } from '../platform/load-data';
import { openedData } from '../platform/opened-data';
import { unsaved } from '../platform/unsaved';
import { useSignOut } from './SignOut';

const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const REFUSED: FakeRoutes = { 'PATCH /profile': { status: 422, body: { code: 'invalid', detail: 'No.' } } };
const WEEK = {
  timezone: 'UTC',
  lastUpdated: '2040-01-01T00:00:00.000Z',
  utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 10 }],
};

beforeEach(() => {
  jest.useFakeTimers();
  unsaved.clear();
  data.undoHeld();
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** Presses the button, and waits as long as a server takes to answer or to refuse. */
async function choose(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(1_000);
}

function Page() {
  const { signOut, leaving } = useSignOut();
  return (
    <>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
      <button type="button" onClick={() => void signOut('global')}>
        Sign out on every device
      </button>
      {leaving}
    </>
  );
}

/** The data of the student with nothing beside it: no screen and no remote is loaded. */
async function show(routes: FakeRoutes = {}, result: AuthResult = { ok: true }) {
  fakeApi(routes);
  const plain = fakePlatform();
  const signOut = jest.fn(async (_scope?: string) => result);
  const platform = fakePlatform({ auth: { ...plain.auth, signOut } });
  const access = {
    accessToken: plain.auth.accessToken,
    onUnauthenticated: () => undefined,
    onAnswer: () => undefined,
    takeEarly: () => undefined,
  };
  render(
    <PlatformProvider value={platform}>
      <DataGate userId={ANN} access={access} fallback={null} Beside={() => null}>
        <Page />
      </DataGate>
    </PlatformProvider>,
  );
  await act(() => loadData());
  await pass(0);
  return { signOut, platform, outbox: openedData()!.store.outbox };
}
const question = () => screen.queryByRole('dialog', { name: 'Sign out without saving?' });

describe('signing out', () => {
  it.each([
    ['Sign out', 'local', () => undefined],
    ['Sign out on every device', 'global', () => undefined],
    [
      'Sign out, the student last saw a question',
      'local',
      ({ keep }: data.Outbox) => keep('draft', 'question', 'religion'),
    ],
  ])('%s - with nothing unsent - asks nothing', async (name, scope, begin) => {
    const { signOut, outbox } = await show();
    await act(async () => void begin(outbox));
    await choose(name.split(',')[0]!);
    expect(signOut.mock.calls).toEqual([[scope]]);
    expect(question()).toBeNull();
  });

  it.each([
    ['an answer that the server refuses', ({ edit }: data.Outbox) => edit('answers', 'intent', 'casual')],
    ['a week that is not saved', ({ edit }: data.Outbox) => edit('week', 'week', WEEK, { asDraft: true })],
    ['an unsaved album', ({ keep }: data.Outbox) => keep('draft', 'photos', { madeFrom: [], items: [] })],
    ['an invitation begun', ({ keep }: data.Outbox) => keep('draft', 'offer:ben', { message: 'Hi' })],
    ['work that a remote reports', () => unsaved.setUnsaved('poll:vote', 'your vote')],
  ])('on every device, with %s - asks first, though no screen is open', async (_what, begin) => {
    const { signOut, outbox } = await show(REFUSED);
    await act(async () => void begin(outbox));
    await choose('Sign out on every device');
    expect(question()).toBeVisible();
    await choose('Stay signed in');
    expect(question()).toBeNull();
    await choose('Sign out on every device');
    expect(question()).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
    await choose('Sign out anyway');
    expect(signOut.mock.calls).toEqual([['global']]);
  });

  it('while an action can still be undone - waits until it is sent - and then reaches as far as the widest that was chosen', async () => {
    const { signOut } = await show();
    let answer = () => undefined as void;
    const sent = new Promise<boolean>((resolve) => (answer = () => resolve(true)));
    const send = jest.fn(() => sent);
    data.holdAct({ key: 'decline:o1', text: 'Declining', send });
    for (const name of ['Sign out', 'Sign out on every device', 'Sign out']) await choose(name);
    expect([send.mock.calls.length, signOut.mock.calls.length]).toEqual([1, 0]);
    answer();
    await pass(0);
    expect(signOut.mock.calls).toEqual([['global']]);
  });

  it('while another tab has work that it cannot send - asks first', async () => {
    const { signOut } = await show();
    class OtherTab extends EventTarget {
      postMessage(message: string) {
        for (const data of message === 'send' ? ['holds', 'kept'] : [])
          this.dispatchEvent(new MessageEvent('message', { data }));
      }
      close = () => undefined;
    }
    const { BroadcastChannel } = globalThis;
    Object.assign(globalThis, { BroadcastChannel: OtherTab });
    await choose('Sign out');
    Object.assign(globalThis, { BroadcastChannel });
    expect(question()).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
  });

  it('with an answer that the server never takes, on a line that hangs - shows the question after six seconds', async () => {
    const { outbox } = await show({ 'PATCH /profile': () => new Promise(() => undefined) });
    await act(async () => void outbox.edit('answers', 'intent', 'Casual dating'));
    await choose('Sign out');
    await pass(4_999);
    expect(question()).toBeNull();
    await pass(1);
    expect(question()).toBeVisible();
  });

  it('that fails - says why', async () => {
    const { platform } = await show({}, { ok: false, message: 'Not now' });
    await choose('Sign out on every device');
    expect(platform.notices).toEqual([{ text: 'Not now', tone: 'failure' }]);
  });
});
