import { useTestServer } from '@flint/testing';

const PLANTED = 'Zebulon-Planted-7731';
const week = {
  utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 17 }],
  timezone: 'America/Toronto',
  lastUpdated: '2026-01-20T12:00:00.000Z',
};
const answers = {
  bundle_intro: { display_name: PLANTED, date_of_birth: '2004-01-15' },
  pronouns: { value: 'other', other: PLANTED },
};

describe('/account', () => {
  const server = useTestServer();

  it('GET /account/export - returns what every resource stores about this student, and nothing of others', async () => {
    const [ann, ben] = [await server.signIn(), await server.signIn()];
    await ann.call('PATCH /profile', { answers });
    await ann.call('POST /availability', week);
    await ben.call('PATCH /profile', { answers: { intent: 'casual_dating' } });
    const mine = await ann.call('GET /account/export');
    expect(mine.status).toBe(200);
    expect(mine.body.data).toMatchObject({
      profile: { email: ann.email, answers },
      availability: { timezone: 'America/Toronto' },
    });
    expect(JSON.stringify(mine.body)).not.toContain(ben.id);
    const theirs = await ben.call('GET /account/export');
    expect(JSON.stringify(theirs.body)).not.toContain(PLANTED);
  });

  it('DELETE /account - twice - deletes the student from every collection, and nothing of others', async () => {
    const [ann, ben] = [await server.signIn('ottokar.sunk@campus.edu'), await server.signIn()];
    const bundle_intro = { display_name: 'Ottokar Sunk', date_of_birth: '2001-07-13' };
    await ann.call('PATCH /profile', { answers: { ...answers, bundle_intro } });
    await ann.call('POST /availability', week);
    await ben.call('PATCH /profile', { answers: { intent: 'casual_dating' } });
    expect(await server.stored()).toContain(ann.id);
    expect((await ann.call('DELETE /account')).status).toBe(204);
    const left = await server.stored();
    expect([ann.id, 'ottokar', 'Ottokar', '2001-07-13'].filter((value) => left.includes(value))).toEqual([]);
    expect((await ben.call('GET /profile')).body.answers).toEqual({ intent: 'casual_dating' });
    expect((await ann.call('DELETE /account')).status).toBe(204);
  });

  it('DELETE /account - while answers are still arriving - leaves no profile behind', async () => {
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers });
    const [gone] = await Promise.all([
      ann.call('DELETE /account'),
      ann.call('PATCH /profile', { answers: { intent: 'casual_dating' } }),
    ]);
    expect(gone.status).toBe(204);
    expect(await server.stored()).not.toContain(ann.id);
  });
});
