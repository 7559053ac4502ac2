import { HOUR_MS } from '@flint/contracts/time';
import { act, fireEvent, screen } from '@testing-library/react';
import { buildMatch } from '../testing/build';
import { matchList, showMatches } from '../testing/show-matches';

beforeEach(() => {
  window.scrollTo = () => undefined;
});
afterEach(() => jest.useRealTimers());

describe('the matches screen', () => {
  it('left open over night - becomes the new list in the minute after it is made, once it has a connection and is in view', async () => {
    jest.useFakeTimers({ now: Date.parse('2040-03-02T08:59:30Z'), doNotFake: ['queueMicrotask'] });
    // the round of the second day is late
    const days = [
      ['Ben', 2],
      ['Ben', 2],
      ['Cem', 3],
    ] as const;
    const lists = days.map(([name, day]) =>
      matchList([buildMatch({ name })], { nextAt: `2040-03-0${day}T09:00:00.000Z` }),
    );
    const { api } = showMatches({ 'GET /matches': () => lists.shift()! });
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await wait(20_000);
    expect(screen.getByRole('heading', { name: /^Ben/ })).toBeVisible();
    const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await wait(60_000);
    expect(api.calls.filter(({ path }) => path === '/matches')).toHaveLength(1);
    line.mockRestore();
    // a page that nobody looks at would book the people of its list as seen
    const view = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await wait(3 * 60_000);
    expect(api.calls.filter(({ path }) => path === '/matches')).toHaveLength(1);
    view.mockRestore();
    await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(api.calls.filter(({ path }) => path === '/matches')).toHaveLength(2);
    await wait(20_000);
    expect(screen.getByRole('heading', { name: /^Ben/ })).toBeVisible();
    expect(screen.getByText(/Your new list comes soon\./)).toBeVisible();
    await wait(60_000);
    expect(screen.queryByText(/Your new list comes soon/)).toBeNull();
    expect(screen.getByRole('heading', { name: /^Cem/ })).toBeVisible();
    await wait(3_600_000);
    expect(api.calls.filter(({ path }) => path === '/matches')).toHaveLength(3);
  });

  it('left open over midnight - calls the day by its new name, on the cards, too', async () => {
    const evening = new Date(2040, 2, 5, 23, 59, 30).getTime();
    jest.useFakeTimers({ now: evening, doNotFake: ['queueMicrotask'] });
    const sharedTimes = [new Date(2040, 2, 6, 18).toISOString()];
    const nextAt = new Date(2040, 2, 6, 9).toISOString();
    showMatches({ 'GET /matches': matchList([buildMatch({ sharedTimes })], { nextAt }) });
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await wait(10_000);
    expect(screen.getByRole('article')).toHaveTextContent(/Tue 6.PM/);
    await wait(60_000);
    expect(screen.getByRole('article')).toHaveTextContent(/Today 6.PM/);
    expect(screen.getByText(/Your new list comes today 9.AM\./)).toBeVisible();
  });

  it('left open until after a shared hour and a plan - offers neither any more, also in an open invitation', async () => {
    jest.useFakeTimers({ now: new Date(2040, 2, 5, 10), doNotFake: ['queueMicrotask'] });
    const times = [new Date(2040, 2, 5, 14), new Date(2040, 2, 5, 17), new Date(2040, 2, 6, 18)].map((each) =>
      each.toISOString(),
    );
    const place = { placeId: 'cafe', place: 'Common Ground', location: 'Common Ground, Student Centre' };
    const plans = [{ id: '1', time: times[0]!, activity: 'Coffee', ...place }];
    const nextAt = new Date(2040, 2, 6, 9).toISOString();
    showMatches({ 'GET /matches': matchList([buildMatch({ sharedTimes: times, plans })], { nextAt }) });
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const press = async (name: RegExp) => {
      await act(async () => screen.getAllByRole('button', { name })[0]!.click());
      await wait(2_000);
    };
    const offered = () => [...document.querySelectorAll('time')].map(({ dateTime }) => dateTime);
    await wait(10_000);
    expect(offered()).toContain(times[0]);
    await wait(5 * HOUR_MS);
    expect(offered()).not.toContain(times[0]);
    await press(/^Invite/);
    expect(screen.getByRole('button', { name: /^Send: today 5.PM/ })).toBeEnabled();
    await wait(3 * HOUR_MS);
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Choose a time' })).toBeDisabled();
    fireEvent.click(screen.getAllByRole('radio')[0]!);
    expect(screen.getByRole('button', { name: /^Send: Tue 6.PM/ })).toBeEnabled();
    fireEvent.click(screen.getByText(/Another time/));
    fireEvent.change(screen.getByLabelText('Your time'), { target: { value: '2040-03-05T17:30' } });
    expect(screen.getByRole('button', { name: 'Choose a time' })).toBeDisabled();
  });
});
