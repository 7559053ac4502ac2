import { mailboxOf } from '@flint/contracts';
import { DESK_BASE, DESK_ROUTES, type DeskSession } from '@flint/contracts/desk';
import type { Context } from 'koa';
import { encode } from 'uqr';
import { refundOne, spendOne, writeLimit, type Limit } from '../http/rate-limit';
import { chargeAddress, refundAddress } from '../http/shared-address';
import { ApiError } from '../http/api-error';
import { deriveKey } from '../infra/derive-key';
import { cipherOf } from '../infra/field-cipher';
import { mailer } from '../infra/mailer';
import { deskSessions, type DeskSessionRecord } from '../resources/safety/desk.model';
import { factorOf, pendingPlace, storeFactor, useStep } from '../resources/safety/desk-factors';
import { logAct } from '../resources/safety/operator-log';
import { isOperator } from '../resources/safety/operators';
import { buildCodeMail } from '../resources/sign-in/code-mail';
import { CODE_SECONDS, createCodes, newCode } from '../resources/sign-in/codes';
import { deviceOf, nameDevice } from '../resources/sign-in/device';
import type { BindDesk } from './bind';
import { DeskError } from './desk-error';
import { enrolmentUri, newSecret, stepOf } from './second-factor';
import {
  beginSession,
  dropSession,
  deleteCookie,
  IDLE_MINUTES,
  isSecure,
  operatorsNow,
  type DeskActor,
  type DeskPlace,
} from './sessions';

/** Requests for codes, per network address, of browsers that are not known to the mailbox. */
const ASKING: Limit = { name: 'desk-code', max: 30, seconds: 300 };
/** Wrong second factors per operator: in a day, about a millionth of all codes. */
const SECOND: Limit = { name: 'desk-second', max: 5, seconds: 900 };

/** Codes of the desk, stored like the students' but under other keys, so neither code works in the other place. Each works once. */
const codesOf = ({ deps }: DeskPlace) =>
  createCodes({ ...deps, secret: deriveKey(deps.secret, 'desk-codes') }, false);

async function operatorAt(place: DeskPlace, email: string): Promise<string | null> {
  const name = place.operators.get(email);
  return name !== undefined && (await operatorsNow(place)).includes(name) ? name : null;
}

const addressOf = (email: string) => mailboxOf(email.trim().toLowerCase());

async function show(place: DeskPlace, session: DeskSessionRecord): Promise<DeskSession> {
  const { operator, stage, expiresAt } = session;
  return {
    operator,
    stage,
    isEnrolled: (await factorOf(place.deps, operator)) !== null,
    until: expiresAt.toISOString(),
    idleMinutes: IDLE_MINUTES,
    others: stage === 'full' ? (await operatorsNow(place)).filter((each) => each !== operator) : [],
  };
}

const cookieOf = (place: DeskPlace) => ({
  name: 'flint-desk-device',
  path: DESK_BASE,
  isSecure: isSecure(place),
});

async function mailCode(ctx: Context, place: DeskPlace, email: string): Promise<void> {
  const { deps, origin } = place;
  const codes = codesOf(place);
  const device = nameDevice(ctx, deps, cookieOf(place));
  const share = await codes.shareOf(email, device);
  if (!share.isKnown) await chargeAddress(ctx, deps, ASKING);
  const reservation = await codes.reserve(email, share);
  if (!reservation.granted)
    throw new ApiError('rate_limited', { retryAfterSeconds: reservation.waitSeconds });
  const name = await operatorAt(place, email);
  const code = newCode();
  // an address that is no operator's gets the same answer after the same work, and no code
  await codes.place(email, code, device, name ? reservation : null);
  if (!name) return;
  const env = { ...deps.env, PUBLIC_URL: origin(), APP_NAME: `${deps.env.APP_NAME} safety desk` };
  const onGivenUp = () =>
    void codes
      .giveBack(reservation.share)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'unsent code mail counts'));
  mailer(deps).send({ ...buildCodeMail(email, code, env), onGivenUp });
}

/** Takes a try before checking the code, so that concurrent tries cannot exceed the limit; a right code gives it back. */
async function limitSecond<T>(ctx: Context, { deps }: DeskPlace, operator: string, work: () => Promise<T>) {
  const taken = await spendOne(deps, SECOND, operator);
  writeLimit(ctx, SECOND, taken);
  if (!taken.allowed) {
    await logAct(deps, operator, 'refused: too many second factors');
    throw new ApiError('rate_limited', { retryAfterSeconds: taken.retrySeconds });
  }
  const done = await work();
  await refundOne(deps, SECOND, operator);
  return done;
}

/** Confirms a new second factor with its code and the operator's own secret, which is never mailed. */
async function enrol(place: DeskPlace, { operator, session }: DeskActor, code: string, typed: string) {
  const { deps } = place;
  if (!session.pending) throw new DeskError('not_enrolled');
  if (!(await isOperator(deps, operator, typed))) {
    await logAct(deps, operator, 'refused: wrong secret at the desk');
    throw new DeskError('wrong_secret');
  }
  const secret = String(cipherOf(deps).open(session.pending, pendingPlace(session._id)));
  const step = stepOf(secret, code, deps.clock);
  if (step === null) throw new DeskError('wrong_second_factor');
  await logAct(deps, operator, 'second factor');
  if (!(await storeFactor(deps, operator, secret, step))) throw new DeskError('enrolled');
}

async function confirm({ deps }: DeskPlace, { operator }: DeskActor, secret: string, code: string) {
  const step = stepOf(secret, code, deps.clock);
  if (step !== null && (await useStep(deps, operator, step))) return;
  await logAct(deps, operator, 'refused: wrong second factor');
  throw new DeskError('wrong_second_factor');
}

/** Signs operators in: a mailed code, then the authenticator. */
export function bindSignIn(bind: BindDesk, place: DeskPlace): void {
  const { deps } = place;

  bind(DESK_ROUTES.requestCode, async ({ body, ctx }) => {
    await mailCode(ctx, place, addressOf(body.email));
    return { minutes: CODE_SECONDS / 60 };
  });

  bind(DESK_ROUTES.enterCode, async ({ body, ctx }) => {
    const email = addressOf(body.email);
    const codes = codesOf(place);
    const device = deviceOf(ctx, deps, cookieOf(place));
    // only the browser that asked may try, so a stranger's guesses need no limit and end no operator's code
    const redeemed = await codes.redeem(email, body.code, device, async () => {
      throw new DeskError('wrong_code');
    });
    const operator = await operatorAt(place, email);
    if (!redeemed || operator === null) throw new DeskError('wrong_code');
    if (redeemed.isFirst) await refundAddress(ctx, deps, ASKING);
    await codes.remember(email, device!);
    return show(place, await beginSession(ctx, place, operator, 'code'));
  });

  bind(DESK_ROUTES.readSession, ({ actor }) => show(place, actor.session));

  bind(DESK_ROUTES.startEnrolment, async ({ actor: { operator, session } }) => {
    if ((await factorOf(deps, operator)) !== null) throw new DeskError('enrolled');
    const secret = newSecret();
    const pending = cipherOf(deps).seal(secret, pendingPlace(session._id));
    await deskSessions(deps.db).updateOne({ _id: session._id }, { $set: { pending } });
    const uri = enrolmentUri(secret, operator, `${deps.env.APP_NAME} safety desk`);
    const modules = encode(uri, { ecc: 'M', border: 2 }).data.map((row) =>
      row.map((isDark) => (isDark ? '1' : '0')).join(''),
    );
    return { secret, uri, modules };
  });

  bind(DESK_ROUTES.enterSecondFactor, async ({ actor, body, ctx }) => {
    const { operator, session } = actor;
    await limitSecond(ctx, place, operator, async () => {
      const secret = await factorOf(deps, operator);
      if (secret === null) await enrol(place, actor, body.code, body.secret ?? '');
      else await confirm(place, actor, secret, body.code);
    });
    await logAct(deps, operator, 'sign in');
    await dropSession(place, session);
    return show(place, await beginSession(ctx, place, operator, 'full'));
  });

  bind(DESK_ROUTES.endSession, async ({ actor, ctx }) => {
    await dropSession(place, actor.session);
    deleteCookie(ctx, place);
    return null;
  });
}
