import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';

const NOW = '2026-11-21T07:30:00.000Z';
const server = useTestServer({ clock: fixedClock(NOW) });

const week = {
  utcSlots: [
    { dayOfWeek: 1, startHour: 14, endHour: 15 },
    { dayOfWeek: 1, startHour: 15, endHour: 17 },
  ],
  timezone: 'America/Toronto',
  lastUpdated: '2026-11-20T12:00:00.000Z',
};

describe('/availability', () => {
  it('GET - before anything was saved - answers 404', async () => {
    const ann = await server.signIn();
    expect((await ann.call('GET /availability')).status).toBe(404);
  });

  it('POST then GET - answers the week with its ranges merged, at the server’s time - to its owner only', async () => {
    const [ann, bob] = [await server.signIn(), await server.signIn()];
    const saved = await ann.call('POST /availability', week);
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      ...week,
      utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 17 }],
      lastUpdated: NOW,
    });
    expect((await ann.call('GET /availability')).body).toEqual(saved.body);
    expect((await bob.call('GET /availability')).status).toBe(404);
  });

  it.each([
    ['an unknown zone', { timezone: 'Mars/Base' }, '/timezone', 422],
    [
      'a range that ends before it starts',
      { utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 8 }] },
      '/utcSlots/0/endHour',
      422,
    ],
    [
      'an unknown zone before',
      { madeFrom: { utcSlots: [], timezone: 'Mars/Base', lastUpdated: NOW } },
      '/madeFrom/timezone',
      422,
    ],
    [
      'a tenth of an hour',
      { utcSlots: [{ dayOfWeek: 1, startHour: 9.1, endHour: 10 }] },
      '/utcSlots/0/startHour',
      400,
    ],
    [
      'an eighth day',
      { utcSlots: [{ dayOfWeek: 7, startHour: 9, endHour: 10 }] },
      '/utcSlots/0/dayOfWeek',
      400,
    ],
    ['an unknown field', { owner: 'bob' }, '/owner', 400],
  ])(
    'POST - with %s - is refused naming the field - and stores nothing',
    async (_case, change, pointer, status) => {
      const ann = await server.signIn();
      const refused = await ann.call('POST /availability', { ...week, ...change });
      expect(refused.status).toBe(status);
      expect(refused.body.errors[0].pointer).toBe(pointer);
      expect((await ann.call('GET /availability')).status).toBe(404);
    },
  );

  it.each([
    { startHour: 5e-324 },
    { startHour: 1e-20 },
    { startHour: 0.2500001 },
    { startHour: 23.9 },
    { endHour: 5e-324 },
  ])('POST - with %j - is refused: only quarters of an hour are', async (hour) => {
    const ann = await server.signIn();
    const utcSlots = [{ dayOfWeek: 1, startHour: 0, endHour: 24, ...hour }];
    const { status, body } = await ann.call('POST /availability', { ...week, utcSlots });
    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe(`/utcSlots/0/${Object.keys(hour)[0]}`);
  });
});
