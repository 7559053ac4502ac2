import { isShort } from '@flint/testing/long';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { decideByCommand } from '../../src/resources/safety/testing/decide';
import { runSafety } from '../../src/safety-command';
import { asStudent, jsonAs, send, type Reply } from './api';

let stage: Stage;
beforeAll(async () => void (stage = await startStage({ SAFETY_EMAIL: 'safety@campus.edu' })));
afterAll(() => stage[Symbol.asyncDispose]());

const born = (date: string) => ({ answers: { bundle_intro: { display_name: 'Ann', date_of_birth: date } } });
const confirmed = (date: string) => ({ ...born(date), confirmedBirthDate: date });
const CHILD = '2015-05-05';
const ADULT = '2005-05-05';

const enter = async (email: string): Promise<string> => {
  stage.clock.advanceSeconds(61);
  return (await stage.signIn(email)).access_token;
};
const ask = (token: string, method: string, path: string) =>
  send(stage.server.url, method, `/api/v1${path}`, { headers: asStudent({ token }) });
const save = (token: string, body: object, method = 'PATCH') =>
  send(stage.server.url, method, '/api/v1/profile', jsonAs({ token }, body));
const patch = (token: string, date: string) => save(token, confirmed(date));
const standing = async (token: string) => JSON.parse((await ask(token, 'GET', '/safety/standing')).text);
const said = ({ status, text }: Reply) => {
  const { code, errors } = JSON.parse(text);
  return { status, code, errors };
};
const waiting = async () =>
  (await runSafety(stage.server.deps, ['list'])).text.split('\n').filter((line) => line.includes('underage'));

const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));

/** Holds the nth write of a profile or a turn until it is released. */
function holdWrite(nth: number) {
  jest.restoreAllMocks();
  let reach: (isReached: true) => void;
  let release: () => void;
  const reached = new Promise<true>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let writes = 0;
  for (const name of ['updateOne', 'findOneAndUpdate'] as const) {
    const real = mongo.Collection.prototype[name] as (...args: unknown[]) => Promise<unknown>;
    const spied = jest.spyOn(mongo.Collection.prototype as unknown as Record<string, typeof real>, name);
    spied.mockImplementation(async function (this: mongo.Collection, ...args) {
      if (['profiles', 'safety_turns'].includes(this.collectionName) && ++writes === nth) {
        reach(true);
        await released;
      }
      return real.apply(this, args);
    });
  }
  return { reached, release: () => release() };
}

describe('a date of birth that a student has to look at again', () => {
  it('not confirmed, confirmed as another date, in the future or over 100 years ago - is refused, stores nothing, reports nothing and holds nobody', async () => {
    const token = await enter('again@campus.edu');
    const before = await waiting();
    const refused = [
      [born('2014-01-01'), 'birth_date_unconfirmed'],
      [{ ...born(CHILD), confirmedBirthDate: '2015-05-06' }, 'birth_date_unconfirmed'],
      [confirmed('2199-01-01'), 'answer_invalid'],
      [confirmed('1925-01-01'), 'answer_invalid'],
    ] as const;
    for (const [body, code] of refused) {
      expect(said(await save(token, body))).toMatchObject({ status: 422, code });
      expect(await waiting()).toEqual(before);
      expect(await standing(token)).toMatchObject({ ageHeldAt: null, restrictedUntil: null });
    }
    expect((await patch(token, ADULT)).status).toBe(200);
  });

  it('every day from 1900 to 2100, not confirmed - never holds the student', async () => {
    const token = await enter('any@campus.edu');
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    await fc.assert(
      fc.asyncProperty(days, async (date) => {
        const { status, text } = await save(token, born(date));
        expect([200, 422]).toContain(status);
        if (status === 422) expect(JSON.parse(text).code).not.toBe('under_age');
      }),
      { numRuns: isShort ? 20 : 60 },
    );
    expect((await patch(token, ADULT)).status).toBe(200);
  });
});

describe('a confirmed date of birth under 18', () => {
  it('then one of an adult - is refused in the same words, the student stays out of matching, and the safety team gets one mail', async () => {
    const token = await enter('second@campus.edu');
    const first = said(await patch(token, CHILD));
    expect(first).toMatchObject({ status: 422, code: 'under_age' });
    expect(first.errors[0].detail).toContain('safety team');
    expect(said(await patch(token, ADULT))).toEqual(first);
    expect(await standing(token)).toMatchObject({
      ageHeldAt: expect.any(String),
      restrictedUntil: expect.any(String),
    });
    expect(await waiting()).toHaveLength(1);
    const mails = await stage.server.mailsTo({ email: 'safety@campus.edu' });
    expect(mails).toMatchObject([{ subject: 'Flint: an age check (underage)' }]);
    expect(mails[0]!.text).not.toMatch(/second@campus|2015/);
  });

  it.each(['PATCH', 'POST'])(
    'while an adult one waits at any write of its %s - holds the student, and the adult one is not stored after it',
    async (method) => {
      for (let nth = 1; ; nth++) {
        const token = await enter(`beside.${method.toLowerCase()}.${nth}@campus.edu`);
        if (method === 'PATCH') await patch(token, '2001-01-01');
        const gate = holdWrite(nth);
        const adult = save(token, born(ADULT), method);
        if (!(await Promise.race([gate.reached, adult.then(() => false)]))) break;
        const young = patch(token, CHILD);
        // it may have to wait for the other one
        const isHeld = await Promise.race([young.then(() => true), pause(150)]);
        gate.release();
        const { status } = await adult;
        expect(said(await young)).toMatchObject({ status: 422, code: 'under_age' });
        expect((await standing(token)).ageHeldAt).not.toBeNull();
        const stored = await ask(token, 'GET', '/profile');
        expect([nth, stored.text.includes(ADULT)]).toEqual([nth, status < 300]);
        if (isHeld) expect([nth, status]).toEqual([nth, 422]);
      }
    },
  );

  it('then deleting the account and returning with the same mailbox - is still held', async () => {
    const token = await enter('back@campus.edu');
    await patch(token, CHILD);
    await ask(token, 'DELETE', '/account');
    const again = await enter('back@campus.edu');
    expect(said(await patch(again, ADULT))).toMatchObject({ status: 422, code: 'under_age' });
  });

  /** Each outcome; of those with a measure, `npm test` takes one, CI all. */
  const DECISIONS: readonly (readonly [outcome: string, measure: string | undefined])[] = [
    ['dismissed', undefined],
    ['false', undefined],
    ['upheld', undefined],
    ['upheld', 'warning'],
    ...(isShort
      ? []
      : ([
          ['dismissed', 'warning'],
          ['upheld', 'none'],
          ['upheld', 'suspension'],
          ['upheld', 'ban'],
        ] as const)),
  ];
  it.each(DECISIONS)(
    'decided by an operator as %s, with the measure %s - ends the wait with access or a ban',
    async (outcome, measure) => {
      const email = `${outcome}.${measure}@campus.edu`;
      const token = await enter(email);
      const before = new Set(await waiting());
      await patch(token, CHILD);
      const line = (await waiting()).find((each) => !before.has(each));
      const id = line!.split(/\s+/)[0]!;
      const shown = await runSafety(stage.server.deps, ['show', id]);
      expect(shown.text).toContain(CHILD);
      const said = { by: 'Olga', reason: 'We looked at it.', ...(measure && { measure }) };
      expect((await decideByCommand(stage.server.deps, id, outcome, said)).exitCode).toBe(0);
      // although there is no profile yet
      const subject = outcome === 'upheld' ? 'a decision of our safety team' : 'your date of birth';
      expect((await stage.server.mailsTo({ email })).at(-1)!.subject).toBe(`Flint: ${subject}`);
      expect((await patch(token, ADULT)).status).toBe(200);
      const restrictedUntil = outcome === 'upheld' ? '9999-12-31T00:00:00.000Z' : null;
      expect(await standing(token)).toMatchObject({ ageHeldAt: null, restrictedUntil });
    },
  );
});
