// Longer than 300 lines: the week by pointer and keys, its drafts and its other devices, on one fake API.
import { fakePlatform, renderScreen, type FakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { api as flint, heldAct, undoHeld } from '@flint/remote-kit/data';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deviceZone, zoneName } from '@flint/ui';
import { NEXT_LIST } from '@flint/contracts/wording';
import { gridToSlots } from '@flint/contracts/week/index';
import { AvailabilityScreen } from './AvailabilityScreen';
import { deviceIn } from './testing/device-in';

const show = (api: FakeRoutes = {}, platform?: FakePlatform) =>
  renderScreen(<AvailabilityScreen />, { api, ...(platform && { platform }) });
/** An hour by its label: a query by role computes the names of all 168. */
const cell = (name: string) => screen.getByLabelText(name);
const shownGrid = () => screen.findByLabelText(/^Monday 9 AM to 10 AM, /);
const save = () => screen.getByRole('button', { name: /Save Availability/ });
const HINT = 'Press an hour, or hold and drag over several.';
const ok = { 'POST /availability': (call: { body: unknown }) => ({ body: call.body }) } as FakeRoutes;
/** The week that is sent, once it is. */
async function posted(api: ReturnType<typeof show>['api']): Promise<unknown> {
  const post = () => api.calls.find(({ method }) => method === 'POST');
  await waitFor(() => expect(post()).toBeDefined());
  return post()!.body;
}

const stored = (cells: readonly number[]) => ({
  utcSlots: gridToSlots(new Set(cells), deviceZone(), new Date()),
  timezone: deviceZone(),
  lastUpdated: new Date().toISOString(),
});
const LATE = { isForNextList: true };
const LATER = { text: NEXT_LIST, tone: 'info' };
const shownHours = () => screen.getByText(/time slots? selected/);

describe('Set Your Availability', () => {
  it('Monday to Friday 9 to 5 - is set by keys', async () => {
    show();
    await shownGrid();
    cell('Monday 9 AM to 10 AM, busy').focus();
    await userEvent.keyboard(`{Shift>}${'{ArrowDown}'.repeat(7)}${'{ArrowRight}'.repeat(4)}{/Shift}`);
    expect(screen.getByRole('status')).toHaveTextContent('40 hours per week 40 time slots selected');
    expect(cell('Friday 4 PM to 5 PM, free')).toHaveAttribute('role', 'gridcell');
    expect(cell('Friday 4 PM to 5 PM, free')).toHaveAttribute('aria-selected', 'true');
    expect(cell('Saturday 9 AM to 10 AM, busy')).toHaveAttribute('aria-selected', 'false');
  });

  it('the grid - is one tab stop, and keys move within it', async () => {
    show();
    await shownGrid();
    expect(screen.getByRole('grid')).toHaveAccessibleDescription(/Arrows move, Space sets an hour/);
    expect(document.querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
    const today = new Date().toLocaleDateString('en', { weekday: 'short' });
    expect(document.querySelector('[aria-current="date"]')).toHaveTextContent(today);
    cell('Monday 9 AM to 10 AM, busy').focus();
    await userEvent.keyboard('{End}');
    expect(cell('Saturday 9 AM to 10 AM, busy')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(cell('Sunday 9 AM to 10 AM, busy')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowLeft}{PageDown}{ArrowUp}');
    expect(cell('Sunday 2 PM to 3 PM, busy')).toHaveFocus();
    await userEvent.keyboard('{PageUp}{Enter}');
    expect(cell('Sunday 8 AM to 9 AM, free')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(cell('Saturday 11 PM to 12 AM, busy')).toHaveFocus();
    await userEvent.keyboard(' ');
    expect(cell('Saturday 11 PM to 12 AM, free')).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(screen.getByText(/time slots selected/)).toHaveTextContent('168 time slots');
  });

  it('headers and shortcuts - fill a day, an hour, evenings, and clear', async () => {
    show();
    await shownGrid();
    const count = () => screen.getByText(/time slots selected/).textContent;
    await userEvent.click(screen.getByRole('button', { name: 'All of Tuesday' }));
    expect(count()).toContain('24 time slots');
    await userEvent.click(screen.getByRole('button', { name: '6 PM every day' }));
    expect(count()).toContain('30 time slots');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(count()).toContain('0 time slots');
    await act(async () => undoHeld());
    expect(count()).toContain('30 time slots');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await userEvent.click(screen.getByRole('button', { name: 'Evenings' }));
    expect(count()).toContain('35 time slots');
  });

  it.each([
    ['a first week - which counts at once - says nothing more', null, {}, []],
    ['a first week after today’s list - says that it counts from the next', null, LATE, [LATER]],
    [
      'a changed week - says that it counts from the next list',
      { utcSlots: [], timezone: 'UTC', lastUpdated: '2026-01-01T00:00:00Z' },
      {},
      [LATER],
    ],
  ])('Save of %s', async (_, body, more, notices) => {
    const platform = fakePlatform();
    const saved = (call: { body: unknown }) => ({ body: { ...(call.body as object), ...more } });
    show({ 'POST /availability': saved, 'GET /availability': { body } }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Weekends' }));
    await userEvent.click(save());
    await waitFor(() => expect(platform.visited).toHaveLength(1));
    expect(platform.notices).toEqual(notices);
    // saved again without a change
    await userEvent.click(save());
    await waitFor(() => expect(platform.visited).toHaveLength(2));
    expect(platform.notices).toEqual(notices);
  });

  it.each([
    ['Keep', 'America/New_York'],
    ['Use', deviceZone()],
  ])(
    '%s, of a week painted elsewhere - ends the question for good, and Save sends the week in %s',
    async (verb, zone) => {
      const body = {
        utcSlots: gridToSlots(new Set([24 + 17]), 'America/New_York', new Date()),
        timezone: 'America/New_York',
        lastUpdated: new Date().toISOString(),
      };
      const painted = () => screen.getByRole('gridcell', { name: /^Monday 5 PM/, selected: true });
      const { api, unmount } = show({ ...ok, 'GET /availability': { body } });
      const there = zoneName('America/New_York');
      expect(await screen.findByText(there)).toBeVisible();
      const question = `You painted this week in ${there}; this device is in ${zoneName()}.`;
      expect(screen.getByText(question)).toBeVisible();
      expect(painted()).toBeVisible();
      await userEvent.click(await screen.findByRole('button', { name: `${verb} ${zoneName(zone)}` }));
      expect(screen.queryByText(/^You painted this week/)).toBeNull();
      expect(painted()).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Weekends' }));
      await userEvent.click(save());
      expect(await posted(api)).toMatchObject({ timezone: zone });
      unmount();
      const later = show({ 'GET /availability': { body: { ...body, timezone: zone } } });
      expect(await screen.findByText(zoneName(zone))).toBeVisible();
      expect(screen.queryByText(/^You painted this week/)).toBeNull();
      later.unmount();
      deviceIn('Asia/Seoul');
      const moved = show({ 'GET /availability': { body: { ...body, timezone: zone } } });
      expect(await screen.findByText(/^You painted this week/)).toBeVisible();
      moved.unmount();
      jest.restoreAllMocks();
      // of this zone nobody was asked
      show({ 'GET /availability': { body: { ...body, timezone: 'Asia/Tokyo' } } });
      expect(await screen.findByText(/^You painted this week/)).toBeVisible();
    },
  );

  it('a week painted in a zone of the same clock - keeps its zone, and nothing is asked', async () => {
    deviceIn('America/Toronto');
    const body = { utcSlots: [], timezone: 'America/New_York', lastUpdated: '2026-01-01T00:00:00Z' };
    show({ 'GET /availability': { body } });
    expect(await screen.findByText(zoneName('America/New_York'))).toBeVisible();
    expect(screen.queryByText(/^You painted this week/)).toBeNull();
  });

  it.each(['America/Denver', 'America/Los_Angeles'])(
    'a week painted in %s, on a device in Phoenix - is asked about, also in the half of the year with the same clock',
    async (timezone) => {
      deviceIn('America/Phoenix');
      show({
        'GET /availability': { body: { utcSlots: [], timezone, lastUpdated: '2026-01-01T00:00:00Z' } },
      });
      expect(await screen.findByText(/^You painted this week/)).toBeVisible();
    },
  );

  it('a week that cannot be loaded - shows the reason, and Try Again loads it', async () => {
    const { api } = show({ 'GET /availability': { status: 403, body: { code: 'forbidden', detail: 'x' } } });
    expect(await screen.findByText("You don't have permission to perform this action.")).toBeVisible();
    api.routes['GET /availability'] = { body: stored([33]) };
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(shownHours()).toHaveTextContent('1 time slot'));
  });

  it.each([
    ['the device', 'Asia/Tokyo', 'Asia/Tokyo'],
    ['the campus, where the browser cannot name its own', 'Etc/Unknown', 'America/Toronto'],
  ])('a first week - is sent, and kept on the device, in the zone of %s', async (_, device, timezone) => {
    deviceIn(device);
    const { api } = show({ ...ok, 'GET /availability': { body: null } });
    await userEvent.click(await screen.findByRole('button', { name: 'Weekends' }));
    await userEvent.click(save());
    const body = await posted(api);
    const kept: unknown = JSON.parse(localStorage.getItem('user_availability')!);
    for (const week of [body, kept]) expect(week).toMatchObject({ timezone });
  });

  it.each([
    ['as it is', [], [33, 34]],
    ['with an hour more', ['Monday 11 AM to 12 PM, busy'], [33, 34, 35]],
  ])(
    'a week that this device has and the server lost - is shown, and Save sends it %s',
    async (_, painted, sent) => {
      localStorage.setItem('user_availability', JSON.stringify(stored([33, 34])));
      const { api } = show({ ...ok, 'GET /availability': { body: null } });
      await waitFor(() => expect(api.calls).toHaveLength(1));
      await shownGrid();
      for (const name of painted) await userEvent.click(cell(name));
      expect(shownHours()).toHaveTextContent(`${sent.length} time slots`);
      await userEvent.click(save());
      expect(await posted(api)).toMatchObject({ utcSlots: stored(sent).utcSlots, madeFrom: null });
    },
  );

  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  it('Save without a network - keeps the week on the device, says so, and sends it on the next visit', async () => {
    const platform = fakePlatform();
    const routes = { 'GET /availability': { body: stored([33]) }, 'POST /availability': lost };
    const first = show(routes as unknown as FakeRoutes, platform);
    await waitFor(() => expect(shownHours()).toHaveTextContent('1 time slot'));
    await userEvent.click(await screen.findByRole('button', { name: 'Weekends' }));
    const painted = shownHours().textContent!;
    await userEvent.click(save());
    const text = 'Your availability is kept on this device and sent when the connection is back.';
    await waitFor(() => expect(platform.notices).toEqual([{ text, tone: 'info' }]));
    await waitFor(() => expect(platform.unsaved.get('outbox:week')).toBe('your week'));
    first.unmount();
    const { api, store } = show({ ...routes, ...ok } as FakeRoutes);
    await waitFor(() => expect(shownHours()).toHaveTextContent(painted));
    await act(async () => void (await store.outbox.flush()));
    expect(store.outbox.isUnsaved()).toBe(false);
    expect(await posted(api)).toMatchObject({ madeFrom: { utcSlots: stored([33]).utcSlots } });
    expect(shownHours()).toHaveTextContent(painted);
  });

  it('Save that hangs while the student signs out anyway - says nothing on the sign-in page', async () => {
    const { store, platform } = show({
      'GET /availability': { body: stored([33]) },
      'POST /availability': () => new Promise<never>(() => undefined),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Weekends' }));
    jest.useFakeTimers();
    fireEvent.click(save());
    await act(async () => void (await jest.advanceTimersByTimeAsync(1_000)));
    store.outbox.end();
    await act(async () => void (await jest.advanceTimersByTimeAsync(6_000)));
    jest.useRealTimers();
    expect(platform.notices).toEqual([]);
  });

  it('Save on a silent line, behind an unsent answer - opens the photos after six seconds, and goes on sending', async () => {
    const platform = fakePlatform();
    const silent = () => new Promise<never>(() => undefined);
    const { store, api } = show({ 'PATCH /profile': silent, 'POST /availability': silent }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Weekends' }));
    jest.useFakeTimers();
    void store.outbox.edit('answers', 'q', 'x');
    fireEvent.click(save());
    const wait = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
    await wait(5_900);
    expect(platform.visited).toEqual([]);
    await wait(100);
    jest.useRealTimers();
    expect(platform.visited).toEqual([{ screen: 'photos', params: {} }]);
    const text = 'Your availability is kept on this device and sent when the connection is back.';
    expect(platform.notices).toEqual([{ text, tone: 'info' }]);
    expect(api.calls.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual(['/profile']);
    expect(store.outbox.read('week', 'week')).toMatchObject({ sent: expect.anything(), hold: null });
  });

  it('a week saved on another device - appears in an open window, together with what is painted in it', async () => {
    const { store, api } = show({ 'GET /availability': { body: stored([33]) }, ...ok });
    await waitFor(() => expect(shownHours()).toHaveTextContent('1 time slot'));
    await userEvent.click(cell('Monday 10 AM to 11 AM, busy'));
    api.routes['GET /availability'] = { body: stored([33, 40, 41]) };
    act(() => void store.dispatch(flint.util.invalidateTags(['Availability'])));
    await waitFor(() => expect(shownHours()).toHaveTextContent('4 time slots'));
    await userEvent.click(save());
    expect(await posted(api)).toMatchObject({
      utcSlots: stored([33, 34, 40, 41]).utcSlots,
      madeFrom: { utcSlots: stored([33, 40, 41]).utcSlots },
    });
  });

  it('a week saved on another device - is looked for every fifteen seconds', async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
    const { api } = show({ 'GET /availability': { body: stored([33]) }, ...ok });
    await waitFor(() => expect(shownHours()).toHaveTextContent('1 time slot'));
    api.routes['GET /availability'] = { body: stored([33, 40]) };
    await act(() => jest.advanceTimersByTimeAsync(15_100));
    expect(shownHours()).toHaveTextContent('2 time slots');
    jest.useRealTimers();
  });

  it('hours that another device saves during a stroke of the keyboard - stay, and the stroke goes on', async () => {
    const { store, api } = show({ 'GET /availability': { body: stored([]) }, ...ok });
    await shownGrid();
    cell('Monday 9 AM to 10 AM, busy').focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(shownHours()).toHaveTextContent('2 time slots');
    // Friday evening, and an hour that the stroke covers next
    api.routes['GET /availability'] = { body: stored([35, 138, 139, 140]) };
    act(() => void store.dispatch(flint.util.invalidateTags(['Availability'])));
    await waitFor(() => expect(shownHours()).toHaveTextContent('6 time slots'));
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(shownHours()).toHaveTextContent('7 time slots');
    await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
    expect(shownHours()).toHaveTextContent('6 time slots');
    await userEvent.click(save());
    expect(await posted(api)).toMatchObject({ utcSlots: stored([33, 34, 35, 138, 139, 140]).utcSlots });
  });

  it('a stroke of the keyboard - after the week was cleared by a button, or an hour by Space - begins again', async () => {
    show();
    await shownGrid();
    cell('Monday 9 AM to 10 AM, busy').focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    cell('Monday 11 AM to 12 PM, busy').focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(shownHours()).toHaveTextContent('2 time slots');
    expect(cell('Monday 12 PM to 1 PM, free')).toHaveFocus();
    await userEvent.keyboard(' {Shift>}{ArrowUp}{/Shift}');
    expect(shownHours()).toHaveTextContent('2 time slots');
  });

  it('a Save that the server refuses - opens the photos, with the reason and a note that it is not sent yet', async () => {
    const platform = fakePlatform();
    let refuse = () => undefined as void;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    const answer = async () => {
      await refused;
      return { status: 403, body: { code: 'forbidden', detail: 'no' } };
    };
    show({ 'POST /availability': answer }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Weekends' }));
    await userEvent.click(save());
    expect(screen.getByRole('button', { name: /Saving/ })).toHaveAttribute('aria-busy', 'true');
    await act(async () => refuse());
    await waitFor(() =>
      expect(platform.notices).toEqual([
        {
          text: "You don't have permission to perform this action. Your availability is kept on this device and not sent yet.",
          tone: 'failure',
        },
      ]),
    );
    expect(platform.visited).toEqual([{ screen: 'photos', params: {} }]);
    expect(localStorage.getItem('user_availability')).toContain('utcSlots');
  });

  it('hours painted over a saved week - survive an answer of the server; undone by hand, they leave no draft', async () => {
    const routes = { 'GET /availability': { body: stored([33]) } } as FakeRoutes;
    const first = show(routes);
    await waitFor(() => expect(shownHours()).toHaveTextContent('1 time slot'));
    expect(screen.getByRole('status')).toHaveTextContent(/^1 hour per week 1 time slot selected$/);
    expect(screen.queryByText(HINT)).toBeNull();
    expect(first.platform.unsaved.size).toBe(0);
    await userEvent.click(cell('Monday 10 AM to 11 AM, busy'));
    first.unmount();
    const second = show(routes);
    await waitFor(() => expect(shownHours()).toHaveTextContent('2 time slots'));
    await waitFor(() => expect(second.api.calls.some(({ method }) => method === 'GET')).toBe(true));
    await userEvent.click(cell('Monday 10 AM to 11 AM, free'));
    expect(second.store.outbox.isUnsaved()).toBe(false);
    await waitFor(() => expect(second.platform.unsaved.size).toBe(0));
    await userEvent.click(save());
    await waitFor(() => expect(second.platform.visited).toHaveLength(1));
    expect(second.platform.notices).toEqual([]);
  });

  it('a calendar file - removes its busy hours from the week until undone, which keeps what is painted since, on the clocks of the week and the server, and is read on this device only', async () => {
    const week = { utcSlots: [], timezone: 'Asia/Tokyo', lastUpdated: '2026-01-01T00:00:00Z' };
    // the device's clock is a month slow
    const server = new Date(Date.now() + 30 * 86_400_000);
    const headers = { date: server.toUTCString() };
    const { api, platform } = show({ 'GET /availability': { body: week, headers } });
    await userEvent.click(await screen.findByRole('button', { name: 'All of Monday' }));
    // ten on a Monday in Tokyo
    const monday = new Date(server);
    monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7));
    monday.setUTCHours(1, 0, 0, 0);
    const stamp = (date: Date) => `${date.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
    const ics = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:test',
      'BEGIN:VEVENT',
      'UID:1',
      `DTSTAMP:${stamp(monday)}`,
      `DTSTART:${stamp(monday)}`,
      `DTEND:${stamp(new Date(monday.getTime() + 7_200_000))}`,
      'SUMMARY:Lecture',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const pick = (text: string) => {
      const file = new File([text], 'week.ics', { type: 'text/calendar' });
      Object.assign(file, { text: async () => text });
      const input = screen.getByLabelText<HTMLInputElement>('Calendar file');
      const empty = jest.fn();
      Object.defineProperty(input, 'value', { configurable: true, set: empty });
      fireEvent.change(input, { target: { files: [file] } });
      // a browser tells nothing of the same file picked again otherwise
      expect(empty).toHaveBeenCalledWith('');
    };
    pick(ics);
    await waitFor(() => expect(screen.getByText(/time slots selected/)).toHaveTextContent('22 time slots'));
    for (const name of ['Monday 10 AM to 11 AM, busy', 'Monday 11 AM to 12 PM, busy'])
      expect(cell(name)).toBeVisible();
    const told = (count: string) =>
      `Took ${count} of your calendar out of the week. The file never left this device.`;
    expect(heldAct.get()?.text).toBe(told('2 busy hours'));
    await userEvent.click(cell('Tuesday 9 AM to 10 AM, busy'));
    await userEvent.click(cell('Monday 8 AM to 9 AM, free'));
    await act(async () => undoHeld());
    expect(screen.getByText(/time slots selected/)).toHaveTextContent('24 time slots');
    for (const name of [
      'Monday 11 AM to 12 PM, free',
      'Monday 8 AM to 9 AM, busy',
      'Tuesday 9 AM to 10 AM, free',
    ])
      expect(cell(name)).toBeVisible();
    // an hour that is busy already is not counted
    await userEvent.click(cell('Monday 10 AM to 11 AM, free'));
    pick(ics);
    await waitFor(() => expect(heldAct.get()?.text).toBe(told('1 busy hour')));
    pick('no calendar');
    await waitFor(() => expect(platform.notices).toHaveLength(1));
    expect(platform.notices).toEqual([
      { text: 'This file could not be read as a calendar (.ics).', tone: 'failure' },
    ]);
    expect(api.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('adjacent hours - are one block labeled with its start and end; removing one splits it', async () => {
    show();
    await shownGrid();
    for (const name of ['Monday 5 PM to 6 PM', 'Monday 6 PM to 7 PM', 'Monday 7 PM to 8 PM'])
      await userEvent.click(cell(`${name}, busy`));
    const spans = () => [...document.querySelectorAll('[data-first]')].map(({ textContent }) => textContent);
    expect(spans()).toEqual(['5 – 8']);
    expect(document.querySelectorAll('[data-more]')).toHaveLength(2);
    await userEvent.click(cell('Monday 6 PM to 7 PM, free'));
    expect(spans()).toEqual(['5 – 6', '7 – 8']);
    await userEvent.click(cell('Saturday 11 PM to 12 AM, busy'));
    expect(spans()).toContain('11 – 12');
  });

  it('a saved week that was cleared - has I am not free, which saves no hours', async () => {
    const { api } = show({ 'GET /availability': { body: stored([33]) }, ...ok });
    await waitFor(() => expect(shownHours()).toHaveTextContent('1 time slot'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(save()).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'I am not free' }));
    expect(await posted(api)).toMatchObject({ utcSlots: [] });
  });

  it('nothing saved yet - Skip for now sends nothing', async () => {
    const platform = fakePlatform();
    const { api } = show(ok, platform);
    expect(await screen.findByText(HINT)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Skip for now' }));
    expect(platform.visited).toEqual([{ screen: 'photos', params: {} }]);
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
