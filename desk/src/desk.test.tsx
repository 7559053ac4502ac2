import { DESK_BASE, OPERATOR_HEADER, type QueueItem } from '@flint/contracts/desk';
import { sendHeld, undoHeld } from '@flint/remote-kit/data';
import { fakeApi, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Desk } from './Desk';
import { problems } from './problems';
import { buildCase, ID, session } from './testing/case';

const report = buildCase({ next: 'none' });
const item: QueueItem = {
  id: ID,
  kind: report.kind,
  reason: report.reason,
  since: report.since,
  due: report.due,
  group: 'today',
  earlier: 0,
  by: null,
  measure: null,
};

async function open(routes: FakeRoutes = {}) {
  undoHeld();
  problems.set([]);
  const own = {
    'GET /session': { body: session },
    'GET /cases': { body: { items: [item] } },
    [`GET /cases/${ID}`]: { body: report },
    'GET /log': { body: { items: [], count: 0, lastHash: null, problem: null, hasMore: false } },
    ...routes,
  };
  const api = fakeApi(
    Object.fromEntries(
      Object.entries(own).map(([key, answer]) => [key.replace(' ', ` ${DESK_BASE}`), answer]),
    ),
  );
  render(<Desk />);
  await screen.findByRole('heading', { name: 'Queue' });
  return { api, user: userEvent.setup() };
}

const lose = () => {
  throw new TypeError('no network');
};
const LOST = 'The desk does not answer. Nothing was lost; try again.';

describe('signing out of the desk', () => {
  const signOut = 'DELETE /session';
  const refused = { code: 'session_over', detail: 'Your session is over.' };

  it.each<[string, FakeRoutes[string]]>([
    ['has ended the session', { status: 204 }],
    ['says that it was over', { status: 401, body: refused }],
  ])('when the server %s - leads to the sign-in page', async (_, answer) => {
    const { user } = await open({ [signOut]: answer });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('without an answer, or refused - stays at the desk and says so until the session ends', async () => {
    const { api, user } = await open();
    const unable = { status: 503, body: { code: 'unavailable', detail: 'The database does not answer.' } };
    for (const [answer, why] of [
      [lose, LOST],
      [unable, unable.body.detail],
    ] as const) {
      api.routes[`DELETE ${DESK_BASE}/session`] = answer;
      await user.click(screen.getByRole('button', { name: 'Sign out' }));
      expect(await screen.findByText(`You are still signed in. ${why}`)).toBeVisible();
      expect(screen.getByRole('heading', { name: 'Queue' })).toBeVisible();
    }
    api.routes[`GET ${DESK_BASE}/log`] = { status: 401, body: refused };
    await user.click(screen.getByRole('button', { name: 'Verified log' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a request of the desk', () => {
  it('after the session was read - names the operator whom the page shows, in case another one signed in in another tab', async () => {
    const { api } = await open({ 'GET /session': { body: { ...session, operator: 'łukasz' } } });
    const names = api.calls.slice(1).map(({ headers }) => headers.get(OPERATOR_HEADER));
    expect(names).toEqual(['%C5%82ukasz', '%C5%82ukasz']);
  });
});

describe('a decision that is held', () => {
  const decision = `POST /cases/${ID}/decision`;
  const over = { code: 'signed_out', detail: 'Please sign in.' };
  const asksToStay = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

  /** Decides the case of the queue, and goes back to the queue. */
  async function decide(answer: FakeRoutes[string]) {
    const opened = await open({ [decision]: answer, 'DELETE /session': { status: 204 } });
    const { api, user } = opened;
    await user.click(await screen.findByRole('button', { name: /^Scam/ }));
    await user.click(await screen.findByRole('button', { name: 'Decide' }));
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Queue' }));
    const changes = () =>
      api.calls.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/letters'));
    const sent = () => changes().map(({ method }) => method);
    return { ...opened, sent };
  }

  it.each<[string, FakeRoutes[string], string]>([
    [
      'refused',
      { status: 422, body: { code: 'needs_reason', detail: 'Write a reason.' } },
      'Write a reason.',
    ],
    ['too late', { status: 409, body: { code: 'decided', detail: 'lou decided it.' } }, 'lou decided it.'],
    ['lost', lose, LOST],
    ['too late for its session', { status: 401, body: over }, over.detail],
  ])('and %s after its case was left - is reported with its case', async (_, answer, why) => {
    await decide(answer);
    expect(await act(() => sendHeld())).toBe(false);
    expect(screen.getByRole('alert')).toHaveTextContent(`Not sent, case EEAB12: ${why}`);
  });

  it('by a page that then slept - is reported with its case', async () => {
    await decide({ body: report });
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
    expect(await act(() => sendHeld())).toBe(false);
    jest.restoreAllMocks();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Not sent, case EEAB12: this page was asleep. Closing without a measure.',
    );
  });

  it('while its case was opened again - leads to a notice that the case has changed, and to its new state', async () => {
    const { api, user } = await decide({ body: { ...report, kind: 'decided' } });
    await user.click(await screen.findByRole('button', { name: /^Scam/ }));
    await screen.findByRole('button', { name: 'Decide' });
    expect(screen.queryByText('This case has changed')).toBeNull();
    api.routes[`GET ${DESK_BASE}/cases`] = { body: { items: [] } };
    await act(() => sendHeld());
    expect(await screen.findByText('This case has changed')).toBeVisible();
    // newer than the list
    const appealed = { body: { ...report, kind: 'appeal' } };
    for (const answer of [lose, appealed]) {
      api.routes[`GET ${DESK_BASE}/cases/${ID}`] = answer;
      await user.click(await screen.findByRole('button', { name: 'Read it again' }));
      if (answer === lose) expect(await screen.findByText(LOST)).toBeVisible();
    }
    expect(await screen.findByText('Appeal: no measure')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Read it again' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Scam' })).toHaveFocus();
  });

  it('or being sent when its operator signs out - is sent first; signing out waits until it is accepted', async () => {
    let isRefused = true;
    let answer!: () => void;
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    const { user, sent } = await decide(async () => {
      await isAsked;
      return isRefused
        ? { status: 503, body: { code: 'unavailable', detail: 'Try later.' } }
        : { body: report };
    });
    expect(asksToStay()).toBe(true);
    act(() => void sendHeld());
    expect(asksToStay()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(sent()).toEqual(['POST']);
    answer();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not sent, case EEAB12: Try later.');
    expect([asksToStay(), sent()]).toEqual([false, ['POST']]);

    isRefused = false;
    await user.click(await screen.findByRole('button', { name: /^Scam/ }));
    await user.click(await screen.findByRole('button', { name: 'Decide' }));
    // it is tried again
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(sent()).toEqual(['POST', 'POST', 'DELETE']);
  });
});

describe('the queue', () => {
  it('of an answer that a later one has overtaken - stays that of the later one', async () => {
    const { api, user } = await open({ [`POST /cases/${ID}/decision`]: { body: report } });
    await user.click(await screen.findByRole('button', { name: /^Scam/ }));
    const decide = await screen.findByRole('button', { name: 'Decide' });
    const answers: ((items: readonly QueueItem[]) => void)[] = [];
    api.routes[`GET ${DESK_BASE}/cases`] = () =>
      new Promise((resolve) => answers.push((items) => resolve({ body: { items } })));
    for (const count of [1, 2]) {
      await user.click(decide);
      await act(async () => void (await sendHeld()));
      expect(answers).toHaveLength(count);
    }
    await act(async () => answers[1]!([]));
    expect(await screen.findByText('Nothing waits')).toBeVisible();
    await act(async () => answers[0]!([item]));
    expect(screen.getByText('Nothing waits')).toBeVisible();
  });
});
