// Longer than 300 lines: the list, its cards and the invitation, on one fake API.
import { fakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { heldAct, sendHeld, undoHeld } from '@flint/remote-kit/data';
import { act, screen, waitFor, within } from '@testing-library/react';
import { BEN, buildMatch } from '../testing/build';
import { dayAndTimeParts, timeOnTile } from '../shared/dates';
import { platformAt } from '../testing/platform-at';
import { matchList, showMatches } from '../testing/show-matches';
import { invitation } from './invitation';

beforeEach(() => {
  window.scrollTo = () => undefined;
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const addLine = async (user: ReturnType<typeof showMatches>['user'], text: string) => {
  await user.click(await button('Add a line for Ben'));
  await user.type(screen.getByLabelText(/Message/), text);
};
/** As when the five seconds are over. */
const sent = () => act(async () => void (await sendHeld()));

describe('the matches screen', () => {
  it('while loading - shows a spinner', () => {
    showMatches({ 'GET /matches': () => new Promise<never>(() => undefined) });
    expect(screen.getByRole('status')).toHaveTextContent('Loading your matches');
  });

  it('with a match - shows name, age, the band in words, two reasons and the first plan, and no percentage', async () => {
    showMatches({ 'GET /matches': matchList([buildMatch()]) });
    const card = await screen.findByRole('article', { name: /^Ben.*22$/ });
    expect(within(card).getByText('Great fit')).toBeInTheDocument();
    expect(within(card).getByText('he/him · 3rd Year · Arts')).toBeInTheDocument();
    const reasons = within(within(card).getByRole('list', { name: 'Why you fit' })).getAllByRole('listitem');
    expect(reasons.map(({ textContent }) => textContent)).toEqual(buildMatch().reasons.slice(0, 2));
    expect(within(card).getByText('Campus café').nextElementSibling).toHaveTextContent('Coffee and a walk');
    expect(card.textContent).not.toMatch(/%/);
  });

  it('with a match that fits in nothing both have answered - calls it worth a coffee, not great', async () => {
    showMatches({ 'GET /matches': matchList([buildMatch({ band: 'great', reasons: [] })]) });
    expect(await screen.findByText('Worth a coffee')).toBeVisible();
    expect(screen.queryByText('Great fit')).toBeNull();
    expect(screen.queryByRole('list', { name: 'Why you fit' })).toBeNull();
  });

  it('with several bands - has the same order on a phone as on a wide window', async () => {
    const second = buildMatch({ userId: 'c', name: 'Cem', band: 'worth_a_coffee' });
    showMatches({ 'GET /matches': matchList([second, buildMatch()]) });
    const people = await screen.findAllByRole('article');
    expect(people.map((each) => each.querySelector('h2')?.textContent)).toEqual(['Ben, 22', 'Cem, 22']);
  });

  it('with few people - explains why, and links to what changes it', async () => {
    const whyFew = {
      setting: 'age_preference',
      text: 'Widening your age range by a year would add about 20 people.',
    };
    const { platform, user } = showMatches({ 'GET /matches': matchList([buildMatch()], { whyFew }) });
    expect(await screen.findByText(/about 20 people/)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Change this setting' }));
    expect(platform.visited).toEqual([{ screen: 'onboarding', params: { question: 'age_preference' } }]);
  });

  it('with nobody, and no setting that would bring more people - names the time of the next list, and links to the offers', async () => {
    const { user, platform } = showMatches({ 'GET /matches': matchList([]) });
    expect(await screen.findByText('Nobody new today')).toBeInTheDocument();
    expect(screen.getByText(/Your new list comes Mar 3, .* count in it\./)).toBeInTheDocument();
    for (const link of screen.getAllByRole('link')) await user.click(link);
    expect(platform.visited.map((to) => to.screen)).toEqual(['offers']);
  });

  it.each([
    [['paused'], /^You get no matches for now/, ['profile?safety']],
    [['restricted'], /^You get no matches for now/, ['profile?safety']],
    [['availability'], /^One answer to go/, ['availability']],
    [['paused', 'photos'], /^One answer to go/, ['profile?safety', 'photos']],
    [['seeking_genders'], /^One answer to go/, ['onboarding?seeking_genders']],
  ])('without %j - says what is missing, with the way there', async (missing, lead, ways) => {
    const { user, platform } = showMatches({ 'GET /matches': matchList([], { missing }) });
    expect(await screen.findByText(lead)).toBeVisible();
    for (const link of screen.getAllByRole('link')) await user.click(link);
    const { visited } = platform;
    const told = visited.map((to) =>
      [to.screen, to.params?.['question'] ?? to.params?.['section']].filter(Boolean).join('?'),
    );
    expect(told).toEqual(ways);
  });

  it('on failure - shows the mapped text, and tries again', async () => {
    const routes: FakeRoutes = { 'GET /matches': { status: 403, body: { code: 'forbidden', detail: 'x' } } };
    const { user } = showMatches(routes);
    expect(await screen.findByText("You don't have permission to perform this action.")).toBeInTheDocument();
    routes['GET /matches'] = matchList([buildMatch()]);
    await user.click(await button('Try Again'));
    expect(await screen.findByRole('article')).toBeInTheDocument();
  });

  it('offline - shows the cached list and disables invitations', async () => {
    showMatches({ 'GET /matches': matchList([buildMatch()]) }, fakePlatform({ online: false }));
    expect(await button('Invite')).toBeDisabled();
    expect(screen.getByText('You’re offline.')).toBeInTheDocument();
  });
});

describe('an invitation', () => {
  it('opened - is filled in with the first shared time and activity; one tap sends it once with a key, and then alerts are offered', async () => {
    const match = buildMatch();
    const state = async () => 'off' as const;
    const turn = async () => ({ state: 'on' as const, problem: null });
    const { user, posts, platform } = showMatches(
      { 'GET /matches': matchList([match]), 'POST /offers': { status: 201, body: {} } },
      fakePlatform({ alerts: async () => ({ state, turnOn: turn, turnOff: turn }) }),
    );
    await user.click(await button('Invite'));
    const dialog = await screen.findByRole('dialog', { name: 'Invite Ben' });
    expect(
      within(dialog).getByRole('radio', {
        name: new RegExp(dayAndTimeParts(match.sharedTimes[0]!, Date.now()).join(' ')),
      }),
    ).toBeChecked();
    expect(within(dialog).getByRole('button', { name: 'Coffee and a walk', pressed: true })).toBeVisible();
    expect(within(dialog).queryByLabelText('Activity')).toBeNull();
    expect(within(dialog).getByLabelText('Location')).toHaveValue('Campus café');
    await user.dblClick(within(dialog).getByRole('button', { name: /^Send: / }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(heldAct.get()?.text).toMatch(/^Sending to Ben: .*, Campus café$/);
    expect(posts()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
    await sent();
    expect(await button('Turn on')).toBeVisible();
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(posts()[0]?.body).toEqual({
      toUserId: BEN,
      proposedDate: match.sharedTimes[0],
      activity: 'Coffee and a walk',
      location: 'Campus café',
    });
    expect(platform.notices).toEqual([{ text: 'Your offer is on its way to Ben.', tone: 'success' }]);
  });

  it('from a shared time - begins with that one instead of an earlier choice; Undo and Invite begin with the choice', async () => {
    const match = buildMatch();
    const { user } = showMatches(
      { 'GET /matches': matchList([match]) },
      platformAt('matches', { person: match.userId }),
    );
    const hours = async () => (await screen.findAllByRole<HTMLInputElement>('radio')).slice(0, 2);
    const chosen = async () => (await hours()).map(({ checked }) => checked);
    const tap = async () =>
      user.click(await button(`Invite Ben for ${timeOnTile(match.sharedTimes[1]!, Date.now())}`));
    await tap();
    expect(await chosen()).toEqual([false, true]);
    await user.click((await hours())[0]!);
    await user.click(await button('Cancel'));
    await tap();
    expect(await chosen()).toEqual([false, true]);
    await user.click((await hours())[0]!);
    await user.click(await button(/^Send: /));
    act(() => undoHeld());
    expect(await chosen()).toEqual([true, false]);
    await user.click((await hours())[1]!);
    await user.click(await button('Cancel'));
    await user.click(await button('Invite Ben'));
    expect(await chosen()).toEqual([false, true]);
  });

  it('without shared times - asks for a time, and cannot be sent before', async () => {
    const { user } = showMatches({
      'GET /matches': matchList([buildMatch({ sharedTimes: [], suggestedActivities: [] })]),
    });
    expect(await screen.findByText('No free hour in common yet')).toBeVisible();
    await user.click(await button('Invite'));
    expect(await screen.findByLabelText('Your time')).toBeInTheDocument();
    expect(screen.queryByRole('group')).toBeNull();
    expect(await button('Choose a time')).toBeDisabled();
  });

  it('for another suggested activity - has its place', async () => {
    const suggestedActivities = ['Campus café', 'Campus Cinema'].map((location) => ({
      activity: `At ${location}`,
      location,
    }));
    const { user } = showMatches({ 'GET /matches': matchList([buildMatch({ suggestedActivities })]) });
    await user.click(await button('Invite'));
    await user.click(await button('At Campus Cinema'));
    expect(screen.getByLabelText('Location')).toHaveValue('Campus Cinema');
  });

  it('refused - opens again with the reason; sent again unchanged - uses the same key', async () => {
    const routes: FakeRoutes = {
      'GET /matches': matchList([buildMatch()]),
      'POST /offers': {
        status: 429,
        body: { code: 'offer_limit_reached', detail: 'You have sent all the offers you can for today.' },
      },
    };
    const { user, posts } = showMatches(routes);
    await user.click(await button('Invite'));
    await user.click(await button(/^Send: /));
    await sent();
    expect(await screen.findByText('You have sent all the offers you can for today.')).toBeInTheDocument();
    await user.click(await button(/^Send: /));
    await sent();
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(new Set(posts().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    await addLine(user, 'Hi');
    await user.click(await button(/^Send: /));
    await sent();
    await waitFor(() => expect(posts()).toHaveLength(3));
    expect(new Set(posts().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('undone - opens as it was, with Undo and by Invite; nothing is sent', async () => {
    const { user, posts } = showMatches({ 'GET /matches': matchList([buildMatch()]) });
    await user.click(await button('Invite'));
    await user.click(await button('Another activity'));
    expect(await button('Choose an activity')).toBeDisabled();
    for (const [label, text] of [
      ['Activity', 'Bouldering'],
      ['Location', 'Boat house'],
    ] as const) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
    for (const undo of [async () => act(() => undoHeld()), async () => user.click(await button('Invite'))]) {
      if (!screen.queryByRole('dialog')) await user.click(await button('Invite'));
      await addLine(user, 'Hi');
      await user.click(await button(/^Send: /));
      await undo();
      expect(await screen.findByLabelText(/Message/)).toHaveValue('Hi');
      expect(screen.getByLabelText('Activity')).toHaveValue('Bouldering');
      expect(screen.getByLabelText('Location')).toHaveValue('Boat house');
      expect(heldAct.get()).toBeNull();
      await user.clear(screen.getByLabelText(/Message/));
      expect(screen.getByLabelText(/Message/)).toBeVisible();
      await user.click(await button('Close'));
    }
    expect(posts()).toEqual([]);
  });

  it('refused on another screen - shows the reason there; undone there - leads back to it', async () => {
    const refused = { status: 429, body: { code: 'offer_limit_reached', detail: 'Enough for today.' } };
    const { user, platform, rerender } = showMatches({
      'GET /matches': matchList([buildMatch()]),
      'POST /offers': refused,
    });
    const send = async () => {
      await user.click(await button('Invite'));
      await user.click(await button(/^Send: /));
    };
    await send();
    rerender(<p>Photos</p>);
    await sent();
    await waitFor(() => expect(platform.notices).toEqual([{ text: 'Enough for today.', tone: 'failure' }]));
    expect(platform.visited).toEqual([]);
    const again = showMatches({ 'GET /matches': matchList([buildMatch()]) });
    await again.user.click(await button('Invite'));
    await again.user.click(await button(/^Send: /));
    again.unmount();
    act(() => undoHeld());
    expect(again.platform.visited).toEqual([{ screen: 'matches', params: {} }]);
    expect(invitation.get()?.match.name).toBe('Ben');
    invitation.set(undefined);
  });

  it('closed unsent and opened again - still has its text; once sent, it is empty', async () => {
    const routes: FakeRoutes = {
      'GET /matches': matchList([buildMatch()]),
      'POST /offers': { status: 201, body: {} },
    };
    const first = showMatches(routes);
    await first.user.click(await button('Invite'));
    await addLine(first.user, 'See you');
    await first.user.click(await button('Close'));
    first.unmount();
    const { user, posts } = showMatches(routes);
    await user.click(await button('Invite'));
    expect(screen.getByLabelText(/Message/)).toHaveValue('See you');
    await user.click(await button(/^Send: /));
    await sent();
    await user.click(await button('Invite'));
    expect(await button('Add a line for Ben')).toBeVisible();
    expect(screen.queryByLabelText(/Message/)).toBeNull();
    // the same words again are another offer
    await addLine(user, 'See you');
    await user.click(await button(/^Send: /));
    await sent();
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]!.body).toEqual(posts()[0]!.body);
    expect(new Set(posts().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('named in the address - opens automatically, once', async () => {
    const { user } = showMatches(
      { 'GET /matches': matchList([buildMatch()]) },
      platformAt('matches', { to: BEN }),
    );
    expect(await screen.findByRole('dialog', { name: 'Invite Ben' })).toBeInTheDocument();
    await user.click(await button('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
