import { fixedClock } from '@flint/services';
import { refundOne, spendOne } from '../../http/rate-limit';
import { mailer } from '../../infra/mailer';
import { startStage, type Stage } from './testing/stage';

const mailsTo = async ({ server }: Stage, email: string) => (await server.mailsTo({ email })).length;

describe('the hour’s mails', () => {
  it('requested for invented addresses - are reserved for students with an account, and no response reveals that', async () => {
    await using stage = await startStage({ CODE_MAILS_PER_HOUR: '10' });
    await stage.signIn('ann@campus.edu');
    stage.clock.advanceSeconds(61);
    const invented = [];
    for (let at = 0; at < 40; at++) invented.push(await stage.send(`invented${at}@campus.edu`));
    const known = await stage.send('ann@campus.edu');
    const unknown = await stage.send('newcomer@campus.edu');
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.status).toBe(200);
    expect(await mailsTo(stage, 'ann@campus.edu')).toBe(2);
    expect(await mailsTo(stage, 'newcomer@campus.edu')).toBe(0);
    // again at once: both must wait
    const again = [await stage.send('ann@campus.edu'), await stage.send('newcomer@campus.edu')];
    expect(again[0]!.text).toBe(again[1]!.text);
  });

  it('used up by students - are refused before anything is counted, so nobody waits longer', async () => {
    await using stage = await startStage({ CODE_MAILS_PER_HOUR: '4' });
    for (const name of ['ann', 'ben', 'ann', 'ben']) {
      await stage.signIn(`${name}@campus.edu`);
      stage.clock.advanceSeconds(61);
    }
    for (let at = 0; at < 30; at++) expect((await stage.send('ann@campus.edu')).status).toBe(429);
    stage.clock.advanceSeconds(2 * 3600);
    expect((await stage.send('ann@campus.edu')).status).toBe(200);
  });

  it('a mail that could not be sent - is not counted', async () => {
    await using stage = await startStage();
    const { outbox } = mailer(stage.server.deps);
    const refused = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    jest.spyOn(outbox!, 'deliver').mockRejectedValueOnce(refused);
    expect((await stage.send('ann@campus.edu')).status).toBe(200);
    await mailer(stage.server.deps).settled();
    // removes the pause of 60 seconds
    let { status } = await stage.send('ann@campus.edu');
    for (let tries = 0; status !== 200 && tries < 50; tries++)
      ({ status } = await stage.send('ann@campus.edu'));
    expect(status).toBe(200);
  });

  it('mails that could not be sent - are given back to the hour’s budget and to their address', async () => {
    await using stage = await startStage({ CODE_MAILS_PER_HOUR: '4', IP_LIMIT_FACTOR: '0.01' });
    const { outbox } = mailer(stage.server.deps);
    const refused = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    const deliver = jest.spyOn(outbox!, 'deliver').mockRejectedValue(refused);
    const taken = async () =>
      (await stage.server.deps.db.collection('rate_counts').find().toArray()).map(({ points }) =>
        Number(points),
      );
    for (let at = 0; at < 12; at++) {
      expect((await stage.send(`lost${at}@campus.edu`)).status).toBe(200);
      await mailer(stage.server.deps).settled();
      while ((await taken()).some((count) => count > 0)) await new Promise(setImmediate);
    }
    deliver.mockRestore();
    await stage.send('ann@campus.edu');
    expect(await mailsTo(stage, 'ann@campus.edu')).toBe(1);
  });
});

describe('a sliding window', () => {
  it('at a window’s boundary - does not allow twice as many', async () => {
    await using stage = await startStage();
    const clock = fixedClock('2031-03-03T15:04:59.000Z');
    const needs = { db: stage.server.deps.db, clock };
    const limit = { name: 'slides', max: 20, seconds: 300 };
    const take = async () => (await spendOne(needs, limit, 'x')).allowed;
    const passed = async () => {
      let count = 0;
      for (let at = 0; at < 40; at++) count += Number(await take());
      return count;
    };
    expect(await passed()).toBe(20);
    clock.advanceSeconds(2);
    expect(await passed()).toBeLessThanOrEqual(1);
    await refundOne(needs, limit, 'x');
    clock.advanceSeconds(600);
    expect(await passed()).toBe(20);
  });
});
