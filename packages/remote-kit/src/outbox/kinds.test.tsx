import { api } from '../data/api';
import { fakePlatform, renderScreen } from '../testing';

const ME = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;

/** Sends one change, by a session with this token, to a server that answers like this. */
async function send(token: string | null, answer: { status?: number; body: object }) {
  const base = fakePlatform();
  const platform = fakePlatform({ auth: { ...base.auth, accessToken: async () => token } });
  const { store, api } = renderScreen(<p />, { platform, api: { 'PUT /offers/mail': answer } });
  await store.outbox.open();
  void store.outbox.edit('mail', 'offers', false);
  await store.outbox.flush();
  const { edit, hold } = store.outbox.read('mail', 'offers');
  return { calls: api.calls.length, isUnsaved: edit !== null, hold: hold?.by ?? null };
}

describe('a change of a student', () => {
  it.each([
    ['of the same student', tokenOf(ME), 1],
    ['of another one, who signed in in another tab', tokenOf('11111111-2222-4333-8444-555555555555'), 0],
    ['that cannot be read', 'opaque', 1],
    ['that has ended', null, 0],
  ])('with a session %s - is sent only in the own name', async (_whose, token, calls) => {
    const sent = await send(token, { body: { wanted: false } });
    expect(sent).toEqual({ calls, isUnsaved: calls === 0, hold: null });
  });

  it.each([
    ['nothing', { status: 404, body: { code: 'not_found', detail: 'x' } }, 'POST'],
    ['a profile', { body: { answers: {} } }, 'PATCH'],
  ])('who has %s on the server yet - is sent by the call for it', async (_what, profile, method) => {
    const { store, api: sent } = renderScreen(<p />, { api: { 'GET /profile': profile } });
    await store.dispatch(api.endpoints.readProfile.initiate(undefined));
    void store.outbox.edit('answers', 'intent', 'casual_dating');
    await store.outbox.flush();
    expect(sent.calls.slice(1)).toMatchObject([
      { method, path: '/profile', body: { answers: { intent: 'casual_dating' } } },
    ]);
  });

  it.each([
    [408, null],
    [429, null],
    [503, null],
    [401, null],
    [409, 'refusal'],
    [422, 'refusal'],
  ])('answered with %i - stays here, held by: %s', async (status, hold) => {
    const sent = await send(tokenOf(ME), { status, body: { code: 'x', detail: 'No.' } });
    expect(sent).toEqual({ calls: 1, isUnsaved: true, hold });
  });
});
