import { fakePlatform, renderScreen, type FakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { gridToSlots } from '@flint/contracts/week/index';
import { AvailabilityScreen } from './AvailabilityScreen';
import { browserTimezone } from './zone';

const show = (api: FakeRoutes = {}, platform?: FakePlatform) =>
  renderScreen(<AvailabilityScreen />, { api, ...(platform && { platform }) });
const cell = (name: string) => screen.getByRole('gridcell', { name });
const save = () => screen.getByRole('button', { name: /Save Availability/ });
const ok = { 'POST /availability': (call: { body: unknown }) => ({ body: call.body }) } as FakeRoutes;

describe('the blocks of the week', () => {
  beforeEach(() => localStorage.clear());

  it('adjacent hours - are one block labeled with its start and end; removing one splits it', async () => {
    show();
    await screen.findAllByRole('gridcell');
    for (const name of ['Monday 5 PM to 6 PM', 'Monday 6 PM to 7 PM', 'Monday 7 PM to 8 PM'])
      await userEvent.click(cell(`${name}, busy`));
    const spans = () => [...document.querySelectorAll('[data-first]')].map(({ textContent }) => textContent);
    expect(spans()).toEqual(['5–8']);
    expect(document.querySelectorAll('[data-more]')).toHaveLength(2);
    await userEvent.click(cell('Monday 6 PM to 7 PM, free'));
    expect(spans()).toEqual(['5–6', '7–8']);
    await userEvent.click(cell('Saturday 11 PM to 12 AM, busy'));
    expect(spans()).toContain('11–12');
  });
});

describe('no free hour this week (review, bug 17)', () => {
  beforeEach(() => localStorage.clear());

  it('a saved week without hours - is saved by the Skip button; Save stays disabled, as specified', async () => {
    const timezone = browserTimezone();
    const now = new Date();
    const utcSlots = gridToSlots(new Set([24 + 10]), timezone, now);
    const { api } = show({
      'GET /availability': { body: { utcSlots, timezone, lastUpdated: now.toISOString() } },
      ...ok,
    });
    await waitFor(() => expect(save()).toHaveTextContent('Save Availability (1 hour)'));
    expect(screen.getByRole('button', { name: 'Skip for now' })).toBeEnabled();
    await userEvent.click(cell('Monday 10 AM to 11 AM, free'));
    expect(save()).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Not free this week' }));
    await waitFor(() => expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ utcSlots: [], timezone });
  });

  it('nothing saved yet - Skip sends nothing', async () => {
    const platform = fakePlatform();
    const { api } = show(ok, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Skip for now' }));
    expect(platform.visited).toEqual([{ screen: 'photos', params: {} }]);
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
