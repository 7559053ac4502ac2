import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { addTexts, type Language } from '@flint/texts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fr } from '../texts/fr';
import { SafetySettings } from './SafetySettings';

const ID = 'a'.repeat(24);
const standing = (more: object = {}) => ({
  body: { pausedAt: null, restrictedUntil: null, notices: [], ...more },
});
const list = (items: readonly object[] = []) => ({ body: { items, nextCursor: null } });
const notice = {
  id: ID,
  measure: 'suspension',
  reason: 'scam',
  text: 'Please do not ask for money.',
  at: '2027-03-02T12:00:00.000Z',
  until: '2027-03-10T01:00:00.000Z',
  appeal: 'none',
};
const report = { id: ID, name: 'Ben', reason: 'scam', createdAt: notice.at, decidedAt: null, outcome: null };

function show(api: FakeRoutes = {}, changed: object = {}) {
  const platform = fakePlatform();
  const safetyContacts = [
    { name: 'Campus security', label: '613 555 0100', url: 'tel:6135550100' },
    { name: 'Emergency services', label: '911', url: 'tel:911' },
  ];
  const view = renderScreen(<SafetySettings />, {
    api: {
      'GET /safety/standing': standing(),
      'GET /safety/reports': list(),
      'GET /safety/hidden-contacts': { body: { count: 0 } },
      ...api,
    },
    platform: { ...platform, config: { ...platform.config, safetyContacts, ...changed } },
  });
  const bodyOf = (path: string) =>
    view.api.calls.find((call) => call.path === path && call.method !== 'GET')?.body;
  return { ...view, bodyOf, notices: platform.notices, user: userEvent.setup() };
}

describe('safety on the profile', () => {
  beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse(notice.at)));

  it('the switch - pauses the profile, or ends the pause, and confirms it', async () => {
    let now = standing();
    const view = show({
      'GET /safety/standing': () => now,
      'PUT /safety/pause': ({ body }) =>
        (now = standing((body as { paused: boolean }).paused ? { pausedAt: notice.at } : {})),
    });
    const toggle = await screen.findByRole('switch', { name: /Pause my profile/ });
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-disabled'));
    await view.user.click(toggle);
    await waitFor(() => expect(view.notices[0]?.text).toBe('Your profile is paused.'));
    expect(view.bodyOf('/safety/pause')).toEqual({ paused: true });
    await waitFor(() => expect(toggle).toBeChecked());
    await view.user.click(toggle);
    await waitFor(() => expect(view.notices[1]?.text).toBe('You are back.'));
    await waitFor(() => expect(toggle).not.toBeChecked());
  });

  it.each([
    [409, 'Your list is full.'],
    [500, 'Server error. Please try again later.'],
  ])('addresses that are refused with %i - say why: %s', async (status, text) => {
    const problem = { code: 'conflict', detail: 'Your list is full.' };
    const view = show({ 'POST /safety/hidden-contacts': { status, body: problem } });
    const field = await screen.findByLabelText('Hide me from these people');
    await view.user.type(field, 'a@campus.edu{Enter}');
    await waitFor(() => expect(view.notices.map((notice) => notice.text)).toEqual([text]));
    expect(field).toHaveValue('a@campus.edu');
  });

  it('addresses - are added to the list, several at once; anything else is refused beside the field', async () => {
    let count = 0;
    const view = show({
      'GET /safety/hidden-contacts': () => ({ body: { count } }),
      'POST /safety/hidden-contacts': () => ({ body: { count: (count = 2) } }),
    });
    const field = await screen.findByLabelText('Hide me from these people');
    // who hides an address leaves that list; the own one stays, or it would show whose address it is
    expect(screen.getByText(/You leave their matches.* They can still be in yours\./)).toBeVisible();
    await view.user.type(field, 'a@campus.edu my ex');
    await view.user.click(screen.getByRole('button', { name: 'Add to my list' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter one or more email addresses.');
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    await view.user.clear(field);
    await view.user.type(field, 'a@campus.edu;b@campus.edu, c@campus.edu{Enter}');
    await waitFor(() => expect(view.notices[0]?.text).toBe('You no longer appear in their matches.'));
    expect(view.bodyOf('/safety/hidden-contacts')).toEqual({
      emails: ['a@campus.edu', 'b@campus.edu', 'c@campus.edu'],
    });
    expect(field).toHaveValue('');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await screen.findByText(/ 2 on your list;/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove' })).toBeVisible();
  });

  it.each([
    ['which has 1 address', { body: { count: 1 } }, / 1 on your list; we keep no readable address\.$/],
    ['which cannot be read', { status: 503, body: {} }, /^By email: /],
  ])('somebody on the list, %s - can be removed again', async (_case, count, hint) => {
    const view = show({
      'GET /safety/hidden-contacts': count,
      'POST /safety/hidden-contacts/remove': { body: { count: 0 } },
    });
    await view.user.type(await screen.findByLabelText('Hide me from these people'), 'a@campus.edu');
    expect(await screen.findByText(hint)).toBeVisible();
    await view.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(view.notices[0]?.text).toBe('Removed from your list.'));
  });

  it('a decision - is shown with its reason and end, and can be appealed once', async () => {
    let now = standing({ notices: [notice] });
    const view = show({
      'GET /safety/standing': () => now,
      [`POST /safety/notices/${ID}/appeal`]: () =>
        (now = standing({ notices: [{ ...notice, appeal: 'waiting' }] })),
    });
    expect(await screen.findByText('Your dates are paused until March 9, 2027')).toBeVisible();
    expect(screen.getByText(/Please do not ask for money\./)).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Appeal' }));
    const opened = () => within(screen.getByRole('dialog', { name: 'Appeal this decision' }));
    expect(opened().getByRole('button', { name: 'Send' })).toBeDisabled();
    await view.user.type(opened().getByLabelText('What happened from your side'), '  ');
    expect(opened().getByRole('button', { name: 'Send' })).toBeDisabled();
    await view.user.keyboard('It was not me.');
    // closed by mistake: nothing is lost
    await view.user.click(opened().getByRole('button', { name: 'Cancel' }));
    await view.user.click(screen.getByRole('button', { name: 'Appeal' }));
    await view.user.click(opened().getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(view.notices[0]?.text).toBe('Your appeal was sent.'));
    expect(view.bodyOf(`/safety/notices/${ID}/appeal`)).toEqual({ text: 'It was not me.' });
    expect(view.store.outbox.readKind('draft')).toEqual([]);
    expect(await screen.findByText('You appealed. Someone else is reviewing it.')).toBeVisible();
  });

  it('an appeal whose answer was lost - is called sent when the server has it, and leaves nothing unsaved', async () => {
    const used = { status: 409, body: { code: 'appeal_used', detail: 'x' } };
    const view = show({
      'GET /safety/standing': standing({ notices: [notice] }),
      [`POST /safety/notices/${ID}/appeal`]: used,
    });
    await view.user.click(await screen.findByRole('button', { name: 'Appeal' }));
    await view.user.type(screen.getByLabelText('What happened from your side'), 'It was not me.');
    const send = () => view.user.click(screen.getByRole('button', { name: 'Send' }));
    await send();
    // another page may have sent another text
    expect(await screen.findByText(/^Failed to send appeal/)).toBeVisible();
    view.api.routes[`POST /safety/notices/${ID}/appeal`] = { status: 500, body: {} };
    await send();
    expect(await screen.findByText('Server error. Please try again later.')).toBeVisible();
    view.api.routes[`POST /safety/notices/${ID}/appeal`] = used;
    await send();
    await waitFor(() => expect(view.notices[0]?.text).toBe('Your appeal was sent.'));
    expect(view.store.outbox.readKind('draft')).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['warning', 'none', 'A warning from our safety team', null],
    ['ban', 'waiting', 'You can no longer make dates', 'You appealed. Someone else is reviewing it.'],
    [
      'warning',
      'upheld',
      'A warning from our safety team',
      'You appealed. Someone else reviewed it and upheld the decision.',
    ],
    [
      'ban',
      'overturned',
      'A decision that was taken back',
      'Your appeal was successful: this was taken back.',
    ],
    [
      'ban',
      'closed',
      'You can no longer make dates',
      'This was decided more than two years ago, so it can no longer be appealed.',
    ],
  ])('a %s with an appeal of state %s - says both, and can be appealed if it was not', async (...each) => {
    const [measure, appeal, title, state] = each;
    show({ 'GET /safety/standing': standing({ notices: [{ ...notice, measure, until: null, appeal }] }) });
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(/^About: Asks for money, or a scam\./)).toBeVisible();
    expect(screen.queryByText(/appeal(ed|\b.*:)/)?.textContent ?? null).toBe(state);
    expect(screen.queryByRole('button', { name: 'Appeal' }) !== null).toBe(appeal === 'none');
  });

  it.each([
    ['in force', notice.at, 'none', 'Your dates are paused until March 10, 2027', 'yellow'],
    ['that has ended', notice.until, 'none', 'Your dates were paused until March 10, 2027', 'blue'],
    ['taken back', notice.at, 'overturned', 'A decision that was taken back', 'blue'],
  ])('a suspension %s - says so, by the day at the university', async (...each) => {
    const [, now, appeal, title, tone] = each;
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    const api = { 'GET /safety/standing': standing({ notices: [{ ...notice, appeal }] }) };
    show(api, { universityTimezone: 'Pacific/Auckland' });
    expect((await screen.findByText(title)).closest('.f-notice')).toHaveClass(`f-tone--${tone}`);
  });

  const held = { restrictedUntil: notice.until };
  it.each([
    ['a date of birth that is being checked', { ...held, ageHeldAt: notice.at }, /date of birth is being/],
    ['a ban that is not decided yet', held, /paused until March 9, 2027Our safety team is still deciding/],
    [
      'the same after a shorter suspension',
      { ...held, notices: [{ ...notice, until: notice.at }] },
      /still deciding/,
    ],
    ['a suspension', { ...held, notices: [notice] }, /paused until March 9, 2027About/],
  ])('%s - is the one reason shown for a hold', async (_, is, text) => {
    show({ 'GET /safety/standing': standing(is) });
    await screen.findAllByText(/date of birth is being|paused until/);
    const [first, ...more] = screen.getAllByRole('status').filter((each) => each.matches('.f-tone--yellow'));
    expect(first).toHaveTextContent(text);
    expect(more).toEqual([]);
  });

  it.each([
    ['listed', 1],
    ['lost as well', 0],
  ])('own reports %s while the pause cannot be read - leave one failure', async (_, listed) => {
    const lost = { status: 503, body: { code: 'unavailable', detail: 'x' } };
    show({ 'GET /safety/standing': lost, 'GET /safety/reports': listed ? list([report]) : lost });
    expect(await screen.findByRole('alert')).toBeVisible();
    await waitFor(() => expect(screen.queryAllByText(/Our safety team reads it\./)).toHaveLength(listed));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('own reports - are listed with their outcomes, and emergency contacts are shown', async () => {
    show({
      'GET /safety/reports': list([report, { ...report, id: 'b'.repeat(24), outcome: 'We acted on it.' }]),
    });
    const open = await screen.findByText(/Our safety team reads it\./);
    expect(open.closest('li')).toHaveTextContent(/^Ben, Asks for money, or a scam, 3\/2\/2027 Our/);
    expect(screen.getByText(/We acted on it\./)).toBeVisible();
    expect(screen.getByRole('link', { name: '613 555 0100' })).toHaveAttribute('href', 'tel:6135550100');
  });

  it('in French, before the state is known - names the emergency services, and cannot be paused', async () => {
    const page = globalThis as unknown as { readonly flintTexts: { language: Language } };
    page.flintTexts.language = 'fr';
    addTexts(fr);
    show({ 'GET /safety/standing': () => new Promise<never>(() => undefined) });
    expect(await screen.findByText('Services d’urgence')).toBeVisible();
    expect(screen.getByRole('switch')).toHaveAttribute('aria-disabled', 'true');
    page.flintTexts.language = 'en';
  });
});
