import { claimPastDate } from './past';
import { inHours, newPair, newStudent, offerOf } from './people';
import { heading, signInTitle } from './screens';
import { address, http, look } from './stage';
import { statement } from './statements';

statement('S6.1.1', async () => {
  const claims = async () => {
    const { session } = await newStudent();
    return JSON.parse(Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString()).role;
  };
  expect(await claims()).toBe('authenticated');
  const { session } = await newStudent();
  for (const at of ['/safety/queue', '/admin', '/reports', '/users']) {
    expect((await http(`GET ${at}`, { as: session })).status).toBe(404);
  }
});

const READS = ['/profile', '/availability', '/photos', '/offers', '/matches', '/account/export', '/blocks'];
const WRITES = [
  'POST /profile',
  'PATCH /profile',
  'POST /availability',
  'POST /photos',
  'POST /offers',
  'DELETE /account',
];

statement('S6.2.1', async () => {
  const statuses = await Promise.all([
    ...READS.map(async (at) => (await http(`GET ${at}`)).status),
    ...WRITES.map(async (call) => (await http(call, call.startsWith('DELETE') ? {} : { body: {} })).status),
  ]);
  expect(new Set(statuses)).toEqual(new Set([401]));
  const page = await look(null, '/profile');
  await heading(page, signInTitle);
  expect(await page.getByRole('link', { name: /Offers|Matches|Profile/ }).count()).toBe(0);
});

statement('S6.3.1', async () => {
  const pair = await newPair();
  const { id } = await offerOf(pair);
  const idsOf = async (as: { access_token: string }) =>
    (await http('GET /offers', { as })).body.items.map((offer: any) => offer.id);
  expect(await idsOf(pair.sender.session)).toEqual([id]);
  expect(await idsOf(pair.recipient.session)).toEqual([id]);
  const stranger = await newStudent();
  expect(await idsOf(stranger.session)).toEqual([]);
  expect((await http(`GET /offers/${id}/calendar`, { as: stranger.session })).status).toBe(404);
  for (const [{ session }, received, sent] of [
    [pair.recipient, 'Received 1', 'Sent 0'],
    [pair.sender, 'Received 0', 'Sent 1'],
  ] as const) {
    const page = await look(session, '/offers');
    for (const [tab, text] of [
      [0, received],
      [1, sent],
    ] as const)
      await page
        .getByRole('tab')
        .nth(tab)
        .filter({ hasText: new RegExp(text.replace(' ', '\\s*')) })
        .waitFor();
  }
});

statement('S6.3.2', async () => {
  const pair = await newPair();
  const { id } = await offerOf(pair);
  const stranger = await newStudent();
  for (const action of ['accept', 'decline', 'reschedule']) {
    const body = { offerId: id, action, rescheduleData: { proposedDate: inHours(90) } };
    const by = async (as: { access_token: string }) =>
      (await http(`POST /offers/${id}/respond`, { as, body })).status;
    expect(await by(pair.sender.session)).toBe(403);
    expect(await by(stranger.session)).toBe(404);
  }
  const past = claimPastDate();
  const body = {
    offerId: past.offerId,
    reportType: 'no_show',
    description: 'x',
    createdAt: new Date().toISOString(),
  };
  const report = async (as: { access_token: string }) =>
    (await http('POST /safety/report', { as, body })).status;
  expect(await report(past.sender.session)).toBe(403);
  expect(await report(stranger.session)).toBe(404);
  expect(await report(past.recipient.session)).toBe(201);
});

statement('S6.4.1', async () => {
  const { session } = await newStudent();
  const calls: (readonly [url: string, token: string | undefined])[] = [];
  const page = await look(session, '/offers', {
    before: async (fresh) => {
      fresh.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/v1/') && !/config|browser-reports/.test(pathname))
          calls.push([pathname, request.headers()['authorization']]);
      });
    },
  });
  await heading(page, 'Your Offers');
  for (const at of ['/availability', '/photos', '/profile', '/matches', '/']) {
    await page.goto(address() + at);
    await page.locator('#main [data-page-heading]').first().waitFor();
  }
  expect(calls.length).toBeGreaterThan(4);
  expect(calls.filter(([, token]) => token !== `Bearer ${session.access_token}`)).toEqual([]);
});
