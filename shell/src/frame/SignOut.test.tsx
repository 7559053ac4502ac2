import { PlatformProvider, type AuthResult } from '@flint/remote-kit';
import * as data from '@flint/remote-kit/data';
import { fakeApi, fakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DataGate } from '../platform/DataGate';
import { openedData } from '../platform/opened-data';
import { unsaved } from '../platform/unsaved';
import { SignOut } from './SignOut';

const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const REFUSED: FakeRoutes = { 'PATCH /profile': { status: 422, body: { code: 'invalid', detail: 'No.' } } };
const WEEK = {
  timezone: 'UTC',
  lastUpdated: '2040-01-01T00:00:00.000Z',
  utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 10 }],
};

beforeEach(() => {
  localStorage.clear();
  unsaved.clear();
  data.undoHeld();
});

function Page() {
  const [scope, setScope] = useState<'local' | 'global' | null>(null);
  return (
    <>
      <button type="button" onClick={() => setScope('local')}>
        Sign out
      </button>
      <button type="button" onClick={() => setScope('global')}>
        Sign out on every device
      </button>
      {scope && <SignOut scope={scope} onClose={() => setScope(null)} />}
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
  await screen.findByRole('button', { name: 'Sign out' });
  const choose = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return { signOut, platform, choose, outbox: openedData()!.store.outbox };
}
const question = () => screen.findByRole('dialog', { name: 'Sign out without saving?' });

describe('signing out', () => {
  it.each([
    ['Sign out', 'local'],
    ['Sign out on every device', 'global'],
  ])('%s - with nothing unsent - asks nothing', async (name, scope) => {
    const { signOut, choose } = await show();
    await choose(name);
    await waitFor(() => expect(signOut.mock.calls).toEqual([[scope]]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['an answer that the server refuses', ({ edit }: data.Outbox) => edit('answers', 'intent', 'casual')],
    ['a week that is not saved', ({ edit }: data.Outbox) => edit('week', 'week', WEEK, { asDraft: true })],
    ['an unsaved album', ({ keep }: data.Outbox) => keep('draft', 'photos', { madeFrom: [], items: [] })],
    ['an invitation begun', ({ keep }: data.Outbox) => keep('draft', 'offer:ben', { message: 'Hi' })],
    ['work that a remote reports', () => unsaved.setUnsaved('poll:vote', 'your vote')],
  ])('on every device, with %s - asks first, though no screen is open', async (_what, begin) => {
    const { signOut, choose, outbox } = await show(REFUSED);
    await act(async () => void begin(outbox));
    await choose('Sign out on every device');
    await question();
    expect(signOut).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(signOut).not.toHaveBeenCalled();
    await choose('Sign out on every device');
    await question();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out anyway' }));
    expect(signOut.mock.calls).toEqual([['global']]);
  });

  it('the question that the student last saw - is no work', async () => {
    const { signOut, choose, outbox } = await show();
    await act(async () => void outbox.keep('draft', 'question', 'religion'));
    await choose('Sign out');
    await waitFor(() => expect(signOut).toHaveBeenCalled());
  });

  it('while an action can still be undone - waits until it is sent', async () => {
    const { signOut, choose } = await show();
    const steps: string[] = [];
    signOut.mockImplementation(async (scope) => {
      steps.push(`signed out, ${scope}`);
      return { ok: true };
    });
    const send = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      steps.push('declined');
    };
    data.holdAct({ key: 'decline:o1', text: 'Declining', send });
    await choose('Sign out');
    await waitFor(() => expect(steps).toEqual(['declined', 'signed out, local']));
  });

  it('with an answer that the server never takes, on a line that hangs - shows the question in the end', async () => {
    const { choose, outbox } = await show({ 'PATCH /profile': () => new Promise(() => undefined) });
    await act(async () => void outbox.edit('answers', 'intent', 'Casual dating'));
    await choose('Sign out');
    expect(
      await screen.findByRole('dialog', { name: 'Sign out without saving?' }, { timeout: 8_000 }),
    ).toBeVisible();
  }, 12_000);

  it('that fails - says why', async () => {
    const { platform, choose } = await show({}, { ok: false, message: 'Not now' });
    await choose('Sign out on every device');
    await waitFor(() => expect(platform.notices).toEqual([{ text: 'Not now', tone: 'failure' }]));
  });
});
