import type { Page } from 'playwright-core';
import { newStudent } from './people';
import { button, call, cropAndSave, failing, goTo, heading, held, path, picture } from './screens';
import { http, look, type Session } from './stage';
import { walk } from './statements';

let page: Page;
let session: Session;

const cell = (name: string) => page.getByRole('gridcell', { name });
const selected = () => page.locator('[role=gridcell][aria-selected=true]').count();
const onDevice = () => page.evaluate(() => JSON.parse(localStorage.getItem('user_availability')!));
const HOURS = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

// a week that is painted and not saved
walk({
  'S7.2.5': async () => {
    ({ session } = await newStudent());
    expect((await http('GET /availability', { as: session })).status).toBe(404);
    page = await look(session, '/availability');
    await page.getByText('0 time slots selected').waitFor();
    await cell('Monday 9 AM to 10 AM').waitFor();
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
  },

  'S3.10.1': async () => {
    const flags = await page
      .locator('[role=gridcell]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-selected')));
    expect(flags).toEqual(Array(168).fill('false'));
  },

  'S9.4.1': async () => {
    expect([
      await page.getByRole('columnheader').count(),
      await page.getByRole('rowheader').count(),
      await page.locator('[role=gridcell]').count(),
    ]).toEqual([7, 24, 168]);
  },

  'S2.4.1': async () => {
    const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(days);
  },

  'S2.4.2': async () => {
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([
      ...HOURS.map((hour) => `${hour} AM`),
      ...HOURS.map((hour) => `${hour} PM`),
    ]);
  },

  'S5.11.1': async () => {
    expect(await button(page, 'Save Availability (0 hours)').isDisabled()).toBe(true);
    await cell('Sunday 12 AM to 1 AM').click();
    expect(await button(page, 'Save Availability (1 hour)').isEnabled()).toBe(true);
  },

  'S2.4.3': async () => {
    expect(await cell('Sunday 12 AM to 1 AM').getAttribute('aria-selected')).toBe('true');
    await cell('Sunday 12 AM to 1 AM').click();
    expect(await cell('Sunday 12 AM to 1 AM').getAttribute('aria-selected')).toBe('false');
    expect(await selected()).toBe(0);
  },

  'S2.4.4': async () => {
    const drag = async (from: string, to: string) => {
      const [start, end] = [await cell(from).boundingBox(), await cell(to).boundingBox()];
      await page.mouse.move(start!.x + 5, start!.y + 5);
      await page.mouse.down();
      await page.mouse.move(end!.x + 5, end!.y + 5, { steps: 8 });
      await page.mouse.up();
    };
    await cell('Monday 9 AM to 10 AM').scrollIntoViewIfNeeded();
    await drag('Monday 9 AM to 10 AM', 'Tuesday 11 AM to 12 PM');
    expect(await selected()).toBe(6);
    await drag('Monday 9 AM to 10 AM', 'Monday 11 AM to 12 PM');
    expect(await selected()).toBe(3);
  },

  'S2.4.5': async () => {
    await page.getByRole('heading', { name: 'When are you available?', exact: true }).waitFor();
    await page.getByText('3 time slots selected').waitFor();
  },

  'S2.4.7': async () => expect(await button(page, 'Save Availability (3 hours)').isEnabled()).toBe(true),

  'S2.4.9': async () => {
    await button(page, 'Skip for now').waitFor();
    await page.getByText('you can update your availability later in profile settings').waitFor();
    await button(page, 'Back').click();
    await path(page, '/');
  },
});

// a week that is saved
let answer: () => void;
let saved: ReturnType<typeof call>;
const SLOTS = [
  { dayOfWeek: 1, startHour: 9, endHour: 12 },
  { dayOfWeek: 3, startHour: 20, endHour: 21 },
];

async function paint(): Promise<void> {
  const monday = ['Monday 9 AM to 10 AM', 'Monday 10 AM to 11 AM', 'Monday 11 AM to 12 PM'];
  for (const name of [...monday, 'Wednesday 8 PM to 9 PM']) await cell(name).click();
}

walk({
  'S2.4.8': async () => {
    ({ session } = await newStudent());
    page = await look(session, '/availability', {
      timezoneId: 'UTC',
      before: async (fresh) => (answer = await held(fresh, '**/api/v1/availability', 'POST')),
    });
    await paint();
    saved = call(page, 'POST /availability');
    await button(page, 'Save Availability (4 hours)').click();
    await button(page, 'Saving...').waitFor();
    expect(await button(page, 'Saving...').isDisabled()).toBe(true);
    answer();
  },

  'S7.2.4': async () => {
    const request = await saved;
    expect(request.postDataJSON()).toEqual({
      utcSlots: SLOTS,
      timezone: 'UTC',
      lastUpdated: expect.any(String),
      madeFrom: null,
    });
    expect((await request.response())!.status()).toBe(200);
  },

  'S3.10.2': async () => {
    await path(page, '/photos');
    const device = await onDevice();
    expect(device).toEqual({ utcSlots: SLOTS, timezone: 'UTC', lastUpdated: expect.any(String) });
    expect(Math.abs(Date.parse(device.lastUpdated) - Date.now())).toBeLessThan(60_000);
    expect(device.lastUpdated).toBe(new Date(device.lastUpdated).toISOString());
    // the server's clock decides (decisions/041)
    const { body: server } = await http('GET /availability', { as: session });
    expect(server).toEqual({ ...device, lastUpdated: expect.any(String) });
    expect(Math.abs(Date.parse(server.lastUpdated) - Date.now())).toBeLessThan(60_000);
  },

  'S2.4.10': async () => {
    await goTo(page, '/availability');
    await button(page, 'Skip for now').click();
    await path(page, '/photos');
    await goTo(page, '/availability');
    await failing(page, 'POST', '/availability', 500);
    await cell('Tuesday 10 AM to 11 AM').click();
    await button(page, 'Save Availability (5 hours)').click();
    await path(page, '/photos');
  },
});

walk({
  'S2.4.6': async () => {
    ({ session } = await newStudent());
    page = await look(session, '/availability', { timezoneId: 'Asia/Kolkata' });
    await heading(page, 'Set Your Availability');
    await page.getByText(/^(Kolkata|Calcutta) time$/).waitFor();
    await page.getByText('0 hours per week').waitFor();
    await button(page, 'All of Tuesday').click();
    await page.getByText('24 hours per week').waitFor();
  },

  'S3.10.3': async () => {
    await paint();
    await button(page, 'Save Availability (28 hours)').click();
    await path(page, '/photos');
    const { utcSlots, timezone } = await onDevice();
    expect(utcSlots).toEqual([
      { dayOfWeek: 1, startHour: 3.5, endHour: 6.5 },
      { dayOfWeek: 1, startHour: 18.5, endHour: 24 },
      { dayOfWeek: 2, startHour: 0, endHour: 18.5 },
      { dayOfWeek: 3, startHour: 14.5, endHour: 15.5 },
    ]);
    expect(timezone).toMatch(/Asia\/(Kolkata|Calcutta)/);
  },
});

walk({
  'S4.4.1': async () => {
    ({ session } = await newStudent());
    page = await look(session, '/availability');
    await failing(page, 'POST', '/availability', 503);
    await button(page, 'Evenings').click();
    await button(page, 'Save Availability (35 hours)').click();
    await path(page, '/photos');
    await cropAndSave(page, await picture());
    await button(page, 'Save 1 Photo').click();
    await path(page, '/profile');
    expect((await onDevice()).utcSlots.length).toBeGreaterThan(6);
  },

  'S3.14.1': async () => {
    const photos = await page.evaluate(() => JSON.parse(localStorage.getItem('user_photos')!));
    expect(photos).toEqual([expect.stringMatching(/^\/storage\/v1\/photos\/\w+$/)]);
  },
});
