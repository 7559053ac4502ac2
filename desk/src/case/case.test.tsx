// Longer than 300 lines: all panels of a case are tested on one fake case and desk.
import { DESK_BASE, type DeskCase, type DeskSession } from '@flint/contracts/desk';
import { heldAct, sendHeld, undoHeld } from '@flint/remote-kit/data';
import { fakeApi, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Notices } from '../Notices';
import { buildCase, ID, session } from '../testing/case';
import { Case } from './Case';

const decision = {
  outcome: 'upheld',
  measure: 'suspension',
  until: new Date(2026, 2, 13, 9).toISOString(),
  reason: 'You asked for money.',
  note: 'Spoke to both.',
  by: 'kim',
  approvedBy: 'lou',
  at: new Date(2026, 2, 6, 10, 24).toISOString(),
  appeal: null,
} as const satisfies DeskCase['decision'];
const appeal = { text: 'It was a joke.', at: new Date(2026, 2, 7, 8).toISOString(), outcome: null, by: null };

async function open(more: Partial<DeskCase> = {}, routes: FakeRoutes = {}, as: Partial<DeskSession> = {}) {
  undoHeld();
  const path = `${DESK_BASE}/cases/${ID}`;
  const api = fakeApi({
    [`GET ${path}`]: { body: buildCase(more) },
    ...Object.fromEntries(Object.entries(routes).map(([key, answer]) => [`POST ${path}/${key}`, answer])),
  });
  const handleChanged = jest.fn();
  render(
    <>
      <Case
        id={ID}
        session={{ ...session, ...as }}
        listed={null}
        onBack={jest.fn()}
        onChanged={handleChanged}
      />
      <Notices />
    </>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Scam' });
  const sent = (to: string) => api.calls.filter((call) => call.path === `${path}/${to}`);
  return { api, sent, handleChanged, user: userEvent.setup() };
}
afterEach(() => void jest.useRealTimers());
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ');

describe('a case', () => {
  it.each<[string, Partial<DeskCase>, readonly string[]]>([
    [
      'of a first report about somebody unknown',
      {},
      ['Student A, their first report', 'Student B, no other reports'],
    ],
    [
      'of a reporter with two others, one made up, about somebody with one',
      {
        reporter: { reports: 3, falseReports: 1 },
        about: { ...buildCase().about, earlier: 1 },
        offers: [
          { by: 'reporter', day: '2026-03-08', status: 'accepted', activity: 'Chess' },
          { by: null, day: '2026-03-01', status: null, activity: 'Tea' },
        ],
      },
      ['Student A, 2 other reports, 1 made up before', 'Student B, 1 other report', 'Sun, Mar 8; Sun, Mar 1'],
    ],
    ['of the questionnaire', { hasReporter: false }, ['The questionnaire', 'Student B, no other reports']],
  ])('%s - says so', async (_, more, said) => {
    await open(more);
    const definitions = screen.getAllByRole('definition');
    expect(definitions.map(({ textContent }) => textContent)).toEqual(said);
  });

  it('about somebody with a record - lists offers, measures, the hold and the decision, each with its author', async () => {
    const at = (day: number) => new Date(2026, 1, day, 9).toISOString();
    await open({
      offers: [{ by: 'about', day: '2026-03-08', status: 'accepted', activity: 'Chess' }],
      about: {
        earlier: 2,
        strikes: [
          { measure: 'warning', reason: 'no_show', at: at(3), until: null, isLifted: true },
          { measure: 'suspension', reason: 'hate', at: at(5), until: at(12), isLifted: false },
        ],
        heldSince: at(7),
        restrictedUntil: at(28),
      },
      kind: 'decided',
      decision,
    });
    const records = within(screen.getByRole('region', { name: 'What the records show' }));
    expect(records.getAllByRole('listitem').map(({ textContent }) => plain(textContent))).toEqual([
      'Sun, Mar 8Offer accepted: ChessFrom Student B',
      'Feb 3, 9:00 AMWarning: no showTaken back after an appeal',
      'Feb 5, 9:00 AMSuspension: hateful words',
      'Feb 7, 9:00 AMHeld: a date of birth under 18 waits',
      'NowKept from dates until Feb 28, 9:00 AM',
      'Mar 6, 10:24 AMSuspensionDecided by kim and lou',
    ]);
  });

  it('decided, with an appeal that was granted - says what was decided, why, and what became of it', async () => {
    const granted = { ...appeal, outcome: 'overturned', by: 'sam' } as const;
    await open({ kind: 'decided', decision: { ...decision, appeal: granted } });
    const panel = within(screen.getByRole('complementary', { name: 'Decision' }));
    expect(plain(panel.getByRole('heading', { name: /^Suspension/ }).textContent)).toBe(
      'Suspension until Mar 13, 9:00 AM',
    );
    expect(panel.getByText('kim and lou').parentElement).toHaveTextContent(
      /^Mar 6, 10:24\sAM, by kim and lou$/,
    );
    expect(panel.getByText('Student B was told: You asked for money.')).toBeVisible();
    expect(panel.getByText('Note: Spoke to both.')).toBeVisible();
    expect(panel.getByRole('heading', { name: 'Appeal: the decision was taken back' })).toBeVisible();
    expect(panel.getByText('It was a joke.')).toBeVisible();
    expect(panel.queryByRole('button')).toBeNull();
  });

  it.each([
    ['dismissed', 'Closed without a measure'],
    ['false', 'Made up'],
  ] as const)('decided as %s - is called: %s', async (outcome, name) => {
    await open({ kind: 'decided', decision: { ...decision, outcome, measure: 'none', until: null } });
    expect(screen.getByRole('heading', { name })).toBeVisible();
  });
});

describe('deciding a case', () => {
  it.each([
    ['No measure', null, 'Closing without a measure.', { outcome: 'dismissed', reason: '' }],
    ['Warning', 'Please stop.', 'Sending the warning.', { outcome: 'upheld', measure: 'warning' }],
    ['Suspension', 'Please stop.', 'Suspending for 7 days.', { outcome: 'upheld', measure: 'suspension' }],
    ['Made up', null, 'Closing as made up.', { outcome: 'false', reason: '' }],
  ])('with %s - needs a reason only for Student B, and sends it', async (choice, reason, held, verdict) => {
    const { user, sent, handleChanged } = await open(
      {},
      { decision: { body: buildCase({ kind: 'decided', decision }) } },
    );
    await user.click(screen.getByRole('radio', { name: new RegExp(`^${choice}`) }));
    const told = screen.queryByLabelText('What Student B is told');
    expect(told !== null).toBe(reason !== null);
    expect(screen.getByRole('button', { name: 'Decide' }).hasAttribute('disabled')).toBe(reason !== null);
    if (told) await user.type(told, ` ${reason} `);
    await user.type(screen.getByLabelText('Note for operators'), ' seen ');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(heldAct.get()?.text).toBe(held);
    await act(async () => void (await sendHeld()));
    expect(sent('decision').map(({ body }) => body)).toEqual([
      { ...verdict, ...(reason && { reason }), note: 'seen', version: 'v1', next: 'warning' },
    ]);
    expect(await screen.findByRole('heading', { name: 'Decided' })).toBeVisible();
    expect(handleChanged).toHaveBeenCalledTimes(1);
  });

  it('decided by another operator meanwhile - says by whom, and shows that decision', async () => {
    const detail = 'lou decided this report meanwhile: dismissed.';
    const { user, api, handleChanged } = await open(
      {},
      { decision: { status: 409, body: { code: 'decided', detail } } },
    );
    api.routes[`GET ${DESK_BASE}/cases/${ID}`] = { body: buildCase({ kind: 'decided', decision }) };
    await user.click(screen.getByRole('radio', { name: /^No measure/ }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await act(() => sendHeld())).toBe(false);
    expect(await screen.findByRole('heading', { name: 'Decided' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(detail);
    expect(handleChanged).toHaveBeenCalledTimes(1);
  });

  it('with Undo - sends nothing, and keeps what was typed; of two verdicts within five seconds the second is sent', async () => {
    const answer = { body: buildCase({ kind: 'decided', decision }) };
    const { user, sent } = await open({}, { decision: answer });
    await user.click(screen.getByRole('radio', { name: /^Warning/ }));
    await user.type(screen.getByLabelText('What Student B is told'), 'Please stop.');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    act(() => undoHeld());
    await act(async () => void (await sendHeld()));
    expect(sent('decision')).toEqual([]);
    expect(screen.getByLabelText('What Student B is told')).toHaveValue('Please stop.');
    for (const choice of [/^Suspension/, /^Warning/]) {
      await user.click(screen.getByRole('radio', { name: choice }));
      await user.click(screen.getByRole('button', { name: 'Decide' }));
    }
    expect(heldAct.get()?.text).toBe('Sending the warning.');
    await act(async () => void (await sendHeld()));
    expect(sent('decision').map(({ body }) => body)).toMatchObject([{ measure: 'warning' }]);
  });

  it('changed within its five seconds - is taken back and says so, so that only what is shown is sent', async () => {
    const answer = { body: buildCase({ kind: 'decided', decision }) };
    const { user, sent } = await open({}, { decision: answer });
    await user.click(screen.getByRole('radio', { name: /^Warning/ }));
    const told = screen.getByLabelText('What Student B is told');
    await user.type(told, 'Stop.');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    await user.type(told, ' Now.');
    await act(() => sendHeld());
    expect(sent('decision')).toEqual([]);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Not sent, case EEAB12: you changed it. Decide again.',
    );
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => void (await sendHeld()));
    expect(sent('decision').map(({ body }) => body)).toMatchObject([{ reason: 'Stop. Now.' }]);
  });

  it('whose ladder goes on while its reason is typed - follows it, until the operator has chosen', async () => {
    const changed = { status: 409, body: { code: 'changed', detail: 'It has changed.' } };
    const { api, user, sent } = await open({}, { decision: changed });
    await user.type(screen.getByLabelText('What Student B is told'), 'Stop.');
    api.routes[`GET ${DESK_BASE}/cases/${ID}`] = { body: buildCase({ next: 'suspension' }) };
    for (const measure of ['warning', 'suspension']) {
      await user.click(screen.getByRole('button', { name: 'Decide' }));
      await act(() => sendHeld());
      expect(sent('decision').at(-1)!.body).toMatchObject({ measure, next: measure, reason: 'Stop.' });
      expect(await screen.findByRole('radio', { name: /^Suspension/ })).toBeChecked();
    }
    await user.click(screen.getByRole('radio', { name: /^Ban/ }));
    api.routes[`GET ${DESK_BASE}/cases/${ID}`] = { body: buildCase({ next: 'warning' }) };
    for (const answer of [changed, { body: buildCase({ kind: 'decided', decision }) }]) {
      api.routes[`POST ${DESK_BASE}/cases/${ID}/decision`] = answer;
      await user.click(screen.getByRole('button', { name: /^Propose/ }));
      await act(() => sendHeld());
    }
    expect(sent('decision').at(-1)!.body).toMatchObject({ measure: 'ban', next: 'warning' });
  });

  it('of an age check - offers no measure or a ban, which the other operators can approve', async () => {
    const { user } = await open({ hasReporter: false, next: 'ban' });
    const choices = screen.getAllByRole<HTMLInputElement>('radio');
    expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
      ['dismissed', false],
      ['ban', true],
    ]);
    expect(screen.getByText('lou, sam')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Propose ban' })).toBeDisabled();
    await user.click(choices[0]!);
    expect(screen.queryByText('lou, sam')).toBeNull();
  });

  it('of a ban, beside one other operator - proposes it to them by name', async () => {
    const { user } = await open({ next: 'ban' }, {}, { others: ['lou'] });
    // a draft of the page stays until it is sent
    await user.click(screen.getByRole('radio', { name: /^Ban/ }));
    expect(screen.getByRole('button', { name: 'Propose ban to lou' })).toBeVisible();
  });

  it('of a ban that somebody else proposed - shows the proposal, and sends it back', async () => {
    const proposal = { by: 'lou', at: decision.at, reason: 'You lied.', note: 'Two witnesses.' };
    const answer = { body: buildCase({ kind: 'decided', decision }) };
    const { user, sent } = await open({ kind: 'proposal', proposal }, { proposal: answer });
    expect(screen.getByText(/proposed on/)).toHaveTextContent(/^lou proposed on Mar 6, 10:24\sAM$/);
    expect(screen.getByText('Two witnesses.')).toBeVisible();
    expect(screen.getByText(/^Student B would be told:/)).toHaveTextContent(/: You lied\.$/);
    await user.click(screen.getByRole('button', { name: /^Send it back/ }));
    await act(async () => void (await sendHeld()));
    expect(sent('proposal').map(({ body }) => body)).toEqual([{ answer: 'send_back', version: 'v1' }]);
  });

  it('proposed by oneself - can be taken back, and approved by somebody else only', async () => {
    const proposal = { by: 'kim', at: decision.at, reason: 'You lied.', note: '' };
    await open({ kind: 'proposal', proposal });
    expect(screen.getByRole('button', { name: /^Take it back/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it.each([
    ['kim', 'lou', false],
    ['lou', 'kim', false],
    ['lou', 'sam', true],
  ])('of an appeal against a decision by %s and %s - is possible: %s', async (by, approvedBy, isPossible) => {
    const answer = { body: buildCase({ kind: 'decided', decision }) };
    const { user, sent } = await open(
      { kind: 'appeal', decision: { ...decision, by, approvedBy, appeal } },
      { appeal: answer },
    );
    expect(screen.getByText('It was a joke.')).toBeVisible();
    const uphold = screen.queryByRole('button', { name: 'Uphold the decision' });
    expect(uphold !== null).toBe(isPossible);
    if (!uphold) return;
    await user.click(uphold);
    await act(async () => void (await sendHeld()));
    expect(sent('appeal').map(({ body }) => body)).toEqual([{ outcome: 'upheld' }]);
  });
});

describe('the letters of a decision', () => {
  it('previewed while another measure is chosen, or that cannot be previewed - are never those of the other measure', async () => {
    const waiting = new Map<string, (body: unknown, status?: number) => void>();
    const { user, sent } = await open(
      {},
      {
        letters: ({ body }) =>
          new Promise((resolve) =>
            waiting.set((body as { measure: string }).measure, (answer, status = 200) =>
              resolve({ status, body: answer }),
            ),
          ),
      },
    );
    const letter = (measure: string) => ({
      items: [{ to: 'about', subject: 'Flint', lines: [`A ${measure}.`] }],
    });
    for (const measure of ['suspension', 'warning', 'ban']) {
      await user.click(screen.getByRole('radio', { name: new RegExp(`^${measure}`, 'i') }));
      await waitFor(() => expect(sent('letters').at(-1)?.body).toMatchObject({ measure }));
      if (measure !== 'warning') continue;
      await act(async () => waiting.get('warning')!(letter('warning')));
      expect(await screen.findByText('A warning.')).toBeVisible();
      await act(async () => waiting.get('suspension')!(letter('suspension')));
      expect(screen.getByText('A warning.')).toBeVisible();
    }
    await act(async () => waiting.get('ban')!({ code: 'unavailable', detail: 'no' }, 503));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(screen.queryByText('A warning.')).toBeNull();
    await waitFor(() => expect(sent('letters')).toHaveLength(4));
    await act(async () => waiting.get('ban')!(letter('ban')));
    expect(await screen.findByText('A ban.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('what is sealed in a case', () => {
  it('is shown for a reason - the next one is the key s; a refusal is shown beside the field', async () => {
    const until = new Date(2126, 2, 6, 11, 24).toISOString();
    let isRefused = true;
    const { user, sent } = await open(
      { sealed: ['names', 'contact'] },
      {
        disclosures: () =>
          isRefused
            ? { status: 422, body: { code: 'invalid', detail: 'x', errors: [{ detail: 'Name nobody.' }] } }
            : {
                status: 201,
                body: {
                  what: 'names',
                  until,
                  names: {
                    reporter: { name: 'Ann', age: 21, isGone: false, photos: null },
                    about: { name: null, age: null, isGone: true, photos: ['data:image/png;base64,AAAA'] },
                  },
                },
              },
      },
    );
    const [names, contact] = screen.getAllByRole('button', { name: /^Give a reason/ });
    expect(names).toHaveAttribute('aria-keyshortcuts', 's');
    expect(contact).not.toHaveAttribute('aria-keyshortcuts');
    await user.click(names!);
    const field = screen.getByLabelText('Show: names and photos of both');
    expect(field).toHaveFocus();
    await user.type(field, 'Security asks{Enter}');
    expect(await screen.findByText('Name nobody.')).toBeVisible();
    isRefused = false;
    await user.click(screen.getByRole('button', { name: /^Show for 1 hour/ }));
    const shown = within(await screen.findByRole('region', { name: 'Names and photos of both' }));
    expect(shown.getByText(/^open until 11:24\sAM$/)).toBeVisible();
    expect(shown.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual([
      'Student AAnn, 21The photos cannot be read now',
      'Student BThe account was deleted',
    ]);
    expect(shown.getByRole('img')).toHaveAccessibleName('Student B, 1 of 1');
    expect(sent('disclosures').at(-1)!.body).toEqual({ what: 'names', reason: 'Security asks' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Give a reason/ })).toHaveAttribute(
        'aria-keyshortcuts',
        's',
      ),
    );
  });

  it('and opens after the case was decided - leaves it decided', async () => {
    const answers: (() => void)[] = [];
    const late = (answer: FakeRoutes[string]) => () =>
      new Promise<never>((resolve) => answers.push(() => resolve(answer as never)));
    const until = new Date(2126, 2, 6, 11, 24).toISOString();
    const contact = { what: 'contact', until, contact: { reporter: null, about: 'ben@campus.edu' } };
    const { user } = await open(
      { sealed: ['contact'], next: 'none' },
      {
        decision: late({ body: buildCase({ kind: 'decided', decision, sealed: ['contact'] }) }),
        disclosures: late({ status: 201, body: contact }),
      },
    );
    await user.click(screen.getByRole('radio', { name: /^No measure/ }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    act(() => void sendHeld());
    await user.click(screen.getByRole('button', { name: /^Give a reason/ }));
    await user.type(screen.getByLabelText(/^Show:/), 'Security asks{Enter}');
    for (const answer of answers) await act(async () => answer());
    expect(await screen.findByText('ben@campus.edu')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Decided' })).toBeVisible();
  });

  it('once open - has its owner beside each address, place and text, and is sealed again when its hour is over', async () => {
    jest.useFakeTimers({ now: new Date(2026, 2, 6, 10, 24) });
    const until = new Date(2026, 2, 6, 11, 24).toISOString();
    const noProfile = { name: null, age: null, isGone: false, photos: [] };
    await open({
      sealed: ['names', 'contact', 'place', 'message'],
      disclosed: [
        { what: 'names', until, names: { reporter: null, about: noProfile } },
        { what: 'contact', until, contact: { reporter: null, about: 'ben@campus.edu' } },
        { what: 'place', until, place: [{ by: 'about', at: decision.at, location: 'The gym' }] },
        { what: 'message', until, message: [{ by: 'reporter', text: 'Hello' }] },
      ],
    });
    const texts = [
      'Names and photos of both',
      'Email addresses of both',
      'Where they met, to the minute',
      'What they wrote in their offers',
    ].map((name) => plain(screen.getByRole('region', { name }).textContent).replace(/^.*? AM/, ''));
    expect(texts).toEqual([
      'Student BNo profile yet',
      'Student ANo address is storedStudent Bben@campus.edu',
      'The place is from Student BMar 6, 10:24 AM, The gym',
      'From Student AHello',
    ]);
    const seen = () => [
      screen.queryAllByRole('button', { name: /^Give a reason/ }).length,
      screen.queryByText('ben@campus.edu') !== null,
    ];
    await act(() => jest.advanceTimersByTimeAsync(59 * 60_000));
    expect(seen()).toEqual([0, true]);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(seen()).toEqual([4, false]);
  });
});
