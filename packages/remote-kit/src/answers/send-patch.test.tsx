import { setCredentials } from '../data/transport';
import { fakeApi } from '../testing/fake-api';
import { createSendPatch } from './send-patch';

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.y`;
const patch = { answers: { intent: 'casual_dating' } };

/** Sends one of Ann's patches with that token; returns the outcome and the API's calls. */
async function sendWith(
  token: string | null,
  answer: object = { body: { id: 'ann' } },
  { profile = {}, created = {} }: { profile?: object | null; created?: object } = {},
) {
  const api = fakeApi({ 'PATCH /profile': answer, 'POST /profile': created });
  const accessToken = async () => token;
  setCredentials({ accessToken, onUnauthenticated: () => undefined });
  const dispatched: unknown[] = [];
  const state = { api: { queries: { 'readProfile(undefined)': { status: 'fulfilled', data: profile } } } };
  const dispatch = (action: any) =>
    action.name === 'readState' ? action(dispatch, () => state) : dispatched.push(action);
  const send = createSendPatch('ann', { accessToken }, dispatch as never);
  const outcome = await send(patch, { leaving: false });
  return { outcome, calls: api.calls, dispatched };
}

describe('sending a patch', () => {
  it('as the student - is accepted, and updates the page’s copy of the profile', async () => {
    const { outcome, calls, dispatched } = await sendWith(tokenOf('ann'));
    expect(outcome).toEqual({ kind: 'taken' });
    expect(calls[0]?.body).toEqual(patch);
    expect(dispatched).toHaveLength(2);
  });

  it('of a student without a profile - creates it by POST - or sends PATCH if another tab has created it meanwhile', async () => {
    const made = await sendWith(
      tokenOf('ann'),
      {},
      { profile: null, created: { status: 201, body: { id: 'ann' } } },
    );
    expect(made.outcome).toEqual({ kind: 'taken' });
    expect(made.calls.map(({ method }) => method)).toEqual(['POST']);
    const exists = { status: 409, body: { code: 'profile_exists', detail: 'x' } };
    const late = await sendWith(tokenOf('ann'), { body: { id: 'ann' } }, { profile: null, created: exists });
    expect(late.outcome).toEqual({ kind: 'taken' });
    expect(late.calls.map(({ method, body }) => [method, body])).toEqual([
      ['POST', patch],
      ['PATCH', patch],
    ]);
  });

  it.each([
    ['signed out', null],
    ['with somebody else signed in', tokenOf('ben')],
  ])('%s - sends nothing', async (_case, token) => {
    const { outcome, calls } = await sendWith(token);
    expect(outcome).toEqual({ kind: 'signedOut' });
    expect(calls).toEqual([]);
  });

  it('refused with 422 - names question and field', async () => {
    const errors = [{ pointer: '/answers/bundle_intro/date_of_birth', detail: 'too young' }];
    const { outcome } = await sendWith(tokenOf('ann'), {
      status: 422,
      body: { code: 'under_age', detail: 'x', errors },
    });
    expect(outcome).toEqual({
      kind: 'refused',
      fields: [{ questionId: 'bundle_intro', field: 'date_of_birth', detail: 'too young' }],
    });
  });

  it.each([401, 429, 500, 503])('answered with %i - counts as a failed try', async (status) => {
    const { outcome } = await sendWith(tokenOf('ann'), { status, body: { code: 'internal', detail: 'x' } });
    expect(outcome).toEqual({ kind: 'failed' });
  });
});
