import type { Match } from '@flint/contracts';
import type { FakeRoutes } from '@flint/remote-kit/testing';
import { heldAct, sendHeld, undoHeld } from '@flint/remote-kit/data';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { timeOnTile } from '../shared/dates';
import { BEN, buildMatch } from '../testing/build';
import { platformAt } from '../testing/platform-at';
import { matchList, showMatches } from '../testing/show-matches';

beforeEach(() => {
  window.scrollTo = () => undefined;
});

const URLS = ['/a.webp', '/b.webp', '/c.webp'];
const show = (match: Match, platform = platformAt('matches', { person: BEN })) => ({
  ...showMatches({ 'GET /matches': matchList([match]) }, platform),
  platform,
});
const person = async () => within(await screen.findByRole('article', { name: /^Ben/ }));
const album = buildMatch({ photoUrl: '/a.webp', photoUrls: URLS });

describe('the page of a person', () => {
  it('at that address, after a reload too - shows every photo whole, every reason, time and activity', async () => {
    show(album);
    const page = await person();
    expect(page.getByRole('heading', { level: 1, name: /^Ben.*22$/ })).toHaveFocus();
    expect(page.getByText('Great fit')).toBeVisible();
    expect(page.getByText('he/him · 3rd Year · Arts')).toBeVisible();
    const photos = page.getAllByRole('img', { name: /^Photo \d of 3 of Ben$/ });
    expect(photos.map((img) => img.getAttribute('src'))).toEqual(URLS);
    expect(page.getAllByRole('button', { name: /^Invite Ben for/ })).toHaveLength(2);
    const reasons = within(page.getByRole('list', { name: 'Why you fit' })).getAllByRole('listitem');
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      ...album.reasons,
      'You both like coffee and a walk · board games',
    ]);
    expect(screen.queryByRole('heading', { name: 'Your Matches' })).toBeNull();
  });

  it('with plans for some hours and likes - names only the others again, and has one main act', async () => {
    const plan = { id: '1~coffee~cafe', placeId: 'cafe', place: 'Common Ground', location: 'Common Ground' };
    const [planned, other] = album.sharedTimes;
    show({ ...album, plans: [{ ...plan, time: planned!, activity: 'Coffee and a walk' }] });
    const page = await person();
    await page.findByRole('button', { name: /^Send Ben this plan/ });
    const hours = page.getAllByRole('button', { name: /^Invite Ben for/ });
    expect(hours.map(({ textContent }) => textContent)).toEqual([timeOnTile(other!, Date.now())]);
    expect(page.getByText('Other hours you share')).toBeVisible();
    expect(page.getByText('You both like board games')).toBeVisible();
    const acts = page.getAllByRole('button').filter(({ className }) => className.includes('--primary'));
    expect(acts.map(({ textContent }) => textContent)).toEqual(['Invite Ben']);
  });

  it('without a shared hour - says so, and leads to the week', async () => {
    const { user, platform } = show(buildMatch({ sharedTimes: [], reasons: [] }));
    // without a reason, too, no heading is skipped
    expect((await person()).getByRole('heading', { level: 2, name: 'What you share' })).toBeVisible();
    expect((await person()).getByText('No free hour in common yet')).toBeVisible();
    await user.click((await person()).getByRole('link', { name: 'Add free hours' }));
    expect(platform.visited).toEqual([{ screen: 'availability', params: {} }]);
  });

  it('invited after he left the list - is not invited, and the form opens with the refusal', async () => {
    const routes: FakeRoutes = {
      'GET /matches': matchList([album]),
      'POST /offers': () => {
        routes['GET /matches'] = matchList([]);
        return { status: 403, body: { code: 'not_a_match', detail: 'x' } };
      },
    };
    const { user } = showMatches(routes, platformAt('matches', { person: BEN }));
    await user.click((await person()).getByRole('button', { name: 'Invite Ben' }));
    const form = within(await screen.findByRole('dialog'));
    await user.type(form.getByLabelText('Location'), 'Library');
    await user.click(form.getByRole('button', { name: /^Send: / }));
    await act(async () => void (await sendHeld()));
    await screen.findByText('This person is not on your list now.');
    const refusal = "You don't have permission to perform this action.";
    expect(within(screen.getByRole('dialog')).getByText(refusal)).toBeVisible();
  });

  it('arrow keys, buttons and a finger - move between photos and stop at the ends, except in a field', async () => {
    const { user } = show(album);
    const page = await person();
    const at = () => page.getByText(/^Photo \d of 3$/).textContent;
    await user.keyboard('{ArrowLeft}');
    expect(at()).toBe('Photo 1 of 3');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(at()).toBe('Photo 3 of 3');
    await user.click(page.getByRole('button', { name: 'Previous photo' }));
    expect(at()).toBe('Photo 2 of 3');
    // by a finger; an album without a width is not shown
    const track = page.getByRole('group', { name: 'Photos of Ben' });
    fireEvent.scroll(track);
    expect(at()).toBe('Photo 2 of 3');
    Object.defineProperties(track, {
      clientWidth: { value: 300 },
      scrollLeft: { value: 10, writable: true },
    });
    fireEvent.scroll(track);
    expect(at()).toBe('Photo 1 of 3');
    await user.keyboard('{ArrowRight}');
    await user.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(at()).toBe('Photo 2 of 3');
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await user.keyboard('{ArrowRight}');
    field.remove();
    expect(at()).toBe('Photo 2 of 3');
  });

  it('a photo that does not load - is removed from the album; an empty album - is a placeholder', async () => {
    show(album);
    const page = await person();
    fireEvent.error(page.getByRole('img', { name: 'Photo 2 of 3 of Ben' }));
    expect(page.getAllByRole('img', { name: /^Photo \d of 2 of Ben$/ })).toHaveLength(2);
    for (const left of [2, 1]) fireEvent.error(page.getByRole('img', { name: `Photo 1 of ${left} of Ben` }));
    expect(page.getByRole('img', { name: 'Ben' })).toBeInTheDocument();
  });

  it('what they chose to show - is shown; otherwise nothing takes its place', async () => {
    const about = [{ label: 'Interests', values: ['Hiking and camping', 'Reading'] }];
    show(buildMatch({ age: null, pronouns: null, year: null, program: null, about }));
    const page = await person();
    expect(page.getByRole('heading', { level: 1, name: 'Ben' })).toBeInTheDocument();
    expect(page.getByRole('heading', { name: 'More of Ben' })).toBeInTheDocument();
    expect(page.getByText('Hiking and camping')).toBeInTheDocument();
  });

  it('a list without albums, stored by an older release - is still shown', async () => {
    const { photoUrls: _, about: __, ...old } = buildMatch({ photoUrl: '/a.webp' });
    show(old);
    expect((await person()).getByRole('img', { name: 'Photo 1 of 1 of Ben' })).toBeInTheDocument();
  });

  it('Invite - opens the invitation over the page; Not for me - goes back to the list first', async () => {
    const { platform, user } = show(album);
    const page = await person();
    await user.click(page.getByRole('button', { name: 'Invite Ben' }));
    expect(await screen.findByRole('dialog', { name: 'Invite Ben' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(page.getByRole('button', { name: 'Not for me' }));
    expect(platform.visited).toEqual([{ screen: 'matches', params: {} }]);
    expect(screen.queryByText('This person is not on your list now.')).toBeNull();
    act(() => undoHeld());
  });

  it('Back - after an opened address - opens the list in its place', async () => {
    const { platform, user } = show(album);
    const goTo = jest.spyOn(platform.navigation, 'goTo');
    await user.click((await person()).getByRole('button', { name: 'Back to your matches' }));
    expect(goTo.mock.calls).toEqual([['matches', {}, { replace: true }]]);
    expect(platform.wentBack()).toBe(0);
  });

  it('somebody who is not on the list, known or unknown - gets the same notice, and the list is shown', async () => {
    show(buildMatch(), platformAt('matches', { person: '00000000-0000-4000-8000-000000000000' }));
    expect(await screen.findByText('This person is not on your list now.')).toBeInTheDocument();
    expect(await screen.findByRole('article', { name: /^Ben/ })).toBeInTheDocument();
  });

  it('1 to 3 - choose a ready plan here, too, for a keyboard with a small window', async () => {
    const plan = { id: '1~coffee~cafe', time: '2040-03-05T23:00:00.000Z', activity: 'Coffee' };
    const { user } = show({
      ...album,
      plans: [{ ...plan, placeId: 'cafe', place: 'Common Ground', location: 'Common Ground' }],
    });
    await (await person()).findByRole('button', { name: /^Send Ben this plan/ });
    expect((await person()).getByRole('heading', { level: 2, name: 'Ready plans' })).toBeInTheDocument();
    await user.keyboard('1');
    expect(heldAct.get()?.text).toMatch(/^Sending to Ben: .*Common Ground$/);
    act(() => undoHeld());
  });

  it('offline - shows the cached data, and nothing can be sent', async () => {
    show(album, platformAt('matches', { person: BEN }, { online: false }));
    const page = await person();
    for (const name of ['Invite Ben', 'Not for me'])
      expect(page.getByRole('button', { name })).toBeDisabled();
  });
});
