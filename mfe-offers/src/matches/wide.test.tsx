import { heldAct, sendHeld, undoHeld } from '@flint/remote-kit/data';
import { answerMedia } from '@flint/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { BEN, buildMatch } from '../testing/build';
import { platformAt } from '../testing/platform-at';
import { dayAndTime, timeOnTile } from '../shared/dates';
import { matchList, showMatches } from '../testing/show-matches';

const never = () => new Promise<never>(() => undefined);
const button = (name: string) => screen.findByRole('button', { name });

describe('matches on a wide window', () => {
  const CEM = '22222222-3333-4444-8555-666666666666';
  const both = matchList([buildMatch(), buildMatch({ userId: CEM, name: 'Cem', band: 'good' })]);
  let narrow = () => undefined as void;
  beforeEach(() => {
    narrow = answerMedia(() => true);
  });
  afterEach(() => narrow());

  const at = (params: Record<string, string>) => {
    const platform = platformAt('matches', params);
    return { visited: platform.visited, ...showMatches({ 'GET /matches': both }, platform) };
  };

  it('with several people - lists all, best first, and shows the first beside the list', async () => {
    at({});
    const people = await screen.findByRole('group', { name: 'People' });
    const links = within(people).getAllByRole('link');
    expect(links.map((link) => link.querySelector('strong')?.textContent)).toEqual(['Ben, 22', 'Cem, 22']);
    expect(links[0]).toHaveAttribute('aria-current', 'true');
    expect(await screen.findAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('separator', { name: 'Width of the list' })).toBeInTheDocument();
  });

  it('a person with a shared hour - says it in words, and short beside the name', async () => {
    const [free, later] = [1, 4].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()) as [
      string,
      string,
    ];
    const items = [buildMatch({ sharedTimes: [free, later] }), buildMatch({ userId: CEM, name: 'Cem' })];
    showMatches({ 'GET /matches': matchList(items) });
    const people = await screen.findByRole('group', { name: 'People' });
    const time = within(people).getByLabelText(`Both free ${dayAndTime(free, Date.now())}`);
    expect(time).toHaveAttribute('datetime', free);
    expect(time).toHaveTextContent(new RegExp(`^${timeOnTile(free, Date.now())}$`, 'i'));
  });

  it('people of several bands - are under headings with their number, best first, whatever the order of the list', async () => {
    const items = [
      buildMatch({ userId: CEM, name: 'Cem', band: 'worth_a_coffee' }),
      buildMatch({ name: 'Ben', band: 'great' }),
    ];
    showMatches({ 'GET /matches': matchList(items) });
    const people = await screen.findByRole('group', { name: 'People' });
    const headings = within(people).getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Great fit 1', 'Worth a coffee 1']);
    expect(await screen.findByRole('article', { name: /^Ben/ })).toBeInTheDocument();
  });

  it('neighbors with the same reasons - show different ones, the shortest first; no facts differ alone', async () => {
    const coffee = 'Both: out with friends';
    const reasons = [coffee, 'You both like plans made ahead'];
    const items = [
      buildMatch({ reasons }),
      buildMatch({ userId: CEM, name: 'Cem', reasons: ['Both: games night', reasons[1]!] }),
      buildMatch({ userId: 'd', name: 'Dan', reasons: [reasons[1]!] }),
      buildMatch({ userId: 'e', name: 'Eli', reasons: [] }),
    ];
    showMatches({ 'GET /matches': matchList(items) });
    const people = await screen.findByRole('group', { name: 'People' });
    const lines = within(people)
      .getAllByRole('link')
      .map((link) => link.querySelector('.f-soft')?.textContent);
    expect(lines).toEqual([coffee, reasons[1], reasons[1], '3rd Year · Arts']);
  });

  it('the parts of the list - beside a person - are in its pane, so that the page does not scroll', async () => {
    at({});
    const people = await screen.findByRole('group', { name: 'People' });
    const note = screen.getByText(/Your new list comes/);
    expect(people.parentElement).toContainElement(note);
  });

  it('j and k - move through the list; i invites and e hides the shown person; not while keys are off', async () => {
    const { user, visited } = at({});
    await screen.findByRole('group', { name: 'People' });
    await user.keyboard('j');
    expect(visited).toEqual([{ screen: 'matches', params: { person: CEM } }]);
    await user.keyboard('k');
    expect(visited).toHaveLength(1);
    localStorage.setItem('flint-frame-single-keys', 'off');
    await user.keyboard('i');
    expect(screen.queryByRole('dialog')).toBeNull();
    localStorage.clear();
    await user.keyboard('i');
    expect(await screen.findByRole('dialog', { name: 'Invite Ben' })).toBeInTheDocument();
    await user.keyboard('e');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('link', { name: /^Ben/ })).toBeInTheDocument();
  });

  it('1 to 3 - choose a ready plan of the shown person, which names its key; not in a field or a dialog', async () => {
    const ready = (n: number, place: string) => ({
      id: `${n}~coffee~${place}`,
      time: '2040-03-05T23:00:00.000Z',
      activity: 'Coffee',
      placeId: place,
      place,
      location: place,
    });
    const plans = [ready(1, 'Common Ground'), ready(2, 'Lakeside Park')];
    const { user, posts } = showMatches({ 'GET /matches': matchList([buildMatch({ plans })]) });
    const second = await screen.findByRole('button', { name: /^Send Ben this plan: .*Lakeside Park$/ });
    const sends = screen.getAllByRole('button', { name: /^Send Ben/ });
    const isMain = sends.map(({ className }) => className.includes('--primary'));
    expect(isMain).toEqual([true, false]);
    expect(second).toHaveAttribute('aria-keyshortcuts', '2');
    expect(second).toHaveTextContent('Send2');
    expect(screen.getByText('send a plan')).toHaveTextContent(/^12 send a plan$/);
    await user.keyboard('{Control>}2{/Control}3');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    await screen.findByRole('dialog', { name: 'Invite Ben' });
    await user.keyboard('2');
    await user.click(screen.getByRole('button', { name: 'Another activity' }));
    await user.type(screen.getByLabelText('Activity'), '2');
    expect(heldAct.get()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const field = document.body.appendChild(document.createElement('input'));
    await user.type(field, '2');
    field.remove();
    expect(heldAct.get()).toBeNull();
    await user.keyboard('2');
    expect(heldAct.get()?.text).toMatch(/^Sending to Ben: .*Lakeside Park$/);
    act(() => undoHeld());
    expect(posts()).toEqual([]);
  });

  it('Space - shows the next photo of the shown person; not while a button has the focus', async () => {
    const { user } = showMatches({
      'GET /matches': matchList([buildMatch({ photoUrls: ['/a.webp', '/b.webp', '/c.webp'] })]),
    });
    expect(await screen.findByText('Photo 1 of 3')).toBeInTheDocument();
    await user.keyboard(' ');
    expect(screen.getByText('Photo 2 of 3')).toBeInTheDocument();
    expect(screen.getByRole('button', { current: true })).toHaveAccessibleName('Photo 2 of 3');
    screen.getByRole('button', { name: 'Previous photo' }).focus();
    await user.keyboard(' ');
    expect(screen.getByText('Photo 1 of 3')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Photo 3 of 3' }));
    expect(screen.getByText('Photo 3 of 3')).toBeInTheDocument();
  });

  it.each(['Control', 'Meta'])(
    '%s Enter - in the message of an invitation - sends it, and its person leaves the list before the next is read',
    async (key) => {
      const { user, posts, api } = showMatches({
        'GET /matches': both,
        'POST /offers': { status: 201, body: {} },
      });
      await user.click(await button('Invite'));
      await user.click(await button('Add a line for Ben'));
      expect(screen.getByLabelText('Message (optional)')).toHaveFocus();
      await user.keyboard('Hello{Enter}');
      expect(posts()).toEqual([]);
      await user.keyboard(`{${key}>}{Enter}{/${key}}`);
      api.routes['GET /matches'] = never;
      await act(async () => void sendHeld());
      await waitFor(() => expect(posts()).toHaveLength(1));
      await waitFor(() => expect(screen.queryByRole('link', { name: /^Ben/ })).toBeNull());
    },
  );

  it('e - hides the shown person until undone; a failure is shown', async () => {
    const { user, platform } = at({});
    await button('Not for me');
    await user.keyboard('e');
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Ben/ })).toBeNull());
    act(() => undoHeld());
    expect(await screen.findByRole('link', { name: /^Ben/ })).toBeInTheDocument();
    await user.keyboard('e');
    // the fake server has no answer for it: a sign-out asks first
    expect(await act(() => sendHeld())).toBe(false);
    expect(platform.notices).toEqual([{ text: 'The requested resource was not found.', tone: 'failure' }]);
  });

  it('e - while the one before is under way, and until the list is read again - leaves both hidden', async () => {
    let answer!: (answer: { status: number }) => void;
    const hiding = new Promise<{ status: number }>((resolve) => (answer = resolve));
    const items = [...both.body.items, buildMatch({ userId: 'd', name: 'Dan', band: 'worth_a_coffee' })];
    const { user, api } = showMatches({
      'GET /matches': matchList(items),
      [`POST /matches/${BEN}/hide`]: () => hiding,
    });
    await button('Not for me');
    const people = screen.getByRole('group', { name: 'People' });
    const names = () =>
      within(people)
        .getAllByRole('link')
        .map((link) => link.querySelector('strong')?.textContent?.slice(0, 3));
    await user.keyboard('ee');
    await screen.findByRole('article', { name: /^Dan/ });
    expect(names()).toEqual(['Dan']);
    api.routes['GET /matches'] = never;
    await act(async () => answer({ status: 204 }));
    await waitFor(() => expect(heldAct.sending.get()).toEqual([]));
    act(() => undoHeld());
    await screen.findByRole('link', { name: /^Cem/ });
    expect(names()).toEqual(['Cem', 'Dan']);
  });

  it('the invitation - opened from the shown person - is for that person', async () => {
    const { user } = at({ person: CEM });
    await user.click(await button('Invite'));
    expect(await screen.findByRole('dialog', { name: 'Invite Cem' })).toBeInTheDocument();
  });
});
