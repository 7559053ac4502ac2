import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { LIMITS, mailboxOf } from '@flint/contracts';
import mongoose from 'mongoose';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import { devices, mailboxes, type Mailbox } from './mailbox.model';

/** Lifetime of a code (decisions/004, ASVS 6.5.5). */
export const CODE_SECONDS = 600;
const TRIES = 5;
/** Tries per day after which a mailbox gets one try per code. This slows guessing down and does not lock the student out. */
const DAILY_TRIES = 20;
const DAY_MS = 24 * 60 * 60_000;
/** How long a browser that signed in is known; longer than any session. */
const KNOWN_MS = 180 * DAY_MS;

interface SendLimit {
  readonly max: number;
  readonly seconds: number;
}

/** Limits of mails to a mailbox in any period of that length; the first is the pause before a resend. */
const SEND_LIMITS: readonly SendLimit[] = [
  { max: 1, seconds: LIMITS.codeResendSeconds },
  { max: 6, seconds: 60 * 60 },
  { max: 20, seconds: 24 * 60 * 60 },
];
const SENT_KEPT = Math.max(...SEND_LIMITS.map(({ max }) => max));

const PURPOSE = 'email-sign-in';
/** Written to when there is no live code, so that an unknown mailbox takes the same time. */
const NOBODY = 'nobody';
const CODE_SHAPE = new RegExp(`^\\d{${LIMITS.codeLength}}$`);

/** A random code; every code is equally likely, leading zeros included. */
export const newCode = (): string =>
  String(randomInt(10 ** LIMITS.codeLength)).padStart(LIMITS.codeLength, '0');

const isDuplicate = (error: unknown) => (error as { code?: number }).code === 11000;

interface Placed {
  /** Null if the code is mailed to nobody: the work is the same, without a code. */
  readonly share: string | null;
  readonly tries: number;
}

export type Reservation =
  | { readonly granted: true; readonly share: string; readonly tries: number }
  | { readonly granted: false; readonly waitSeconds: number };

/** Codes of mailboxes: how often one may be sent, which is live, and how often it may be tried. */
export function createCodes({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>) {
  const model = mailboxes(db);
  const pepper = deriveKey(secret, 'sign-in/codes');
  const naming = deriveKey(secret, 'sign-in/mailboxes');

  const nameOf = (...parts: string[]) =>
    createHmac('sha256', naming).update(parts.join('\0')).digest('base64url');
  const idOf = (email: string) => nameOf(mailboxOf(email));
  const knownId = (email: string, device: string) => nameOf(mailboxOf(email), device);

  /** The budget that a request counts against: that of a browser that signed in to the mailbox before, or that of all other browsers. */
  async function shareOf(email: string, device: string | null): Promise<string> {
    const own = device === null ? null : knownId(email, device);
    const known =
      own !== null && (await devices(db).exists({ _id: own, until: mongoose.trusted({ $gt: clock.now() }) }));
    return known ? own! : idOf(email);
  }
  const macOf = (salt: string, email: string, code: string) =>
    createHmac('sha256', pepper).update([salt, PURPOSE, email, code].join('\0')).digest('base64url');
  const sameMac = (a: string, b: string) =>
    a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
  const dayAfter = (at: Date) => new Date(at.getTime() + DAY_MS);

  /** Query condition: the n-th newest mail is at least that old, or there are fewer. */
  const hasRoom =
    (now: Date) =>
    ({ max, seconds }: SendLimit) => {
      const nth = `sentAt.${max - 1}`;
      const since = new Date(now.getTime() - seconds * 1000);
      return {
        $or: [{ [nth]: mongoose.trusted({ $exists: false }) }, { [nth]: mongoose.trusted({ $lte: since }) }],
      };
    };

  const waitSeconds = (sentAt: readonly Date[], now: Date) =>
    Math.max(
      1,
      ...SEND_LIMITS.map(({ max, seconds }) => {
        const nth = sentAt[max - 1];
        return nth ? Math.ceil((nth.getTime() - now.getTime()) / 1000 + seconds) : 0;
      }),
    );

  const triesFor = ({ triedAt }: Pick<Mailbox, 'triedAt'>, now: Date) => {
    const today = triedAt.filter((at) => at.getTime() > now.getTime() - DAY_MS);
    return today.length >= DAILY_TRIES ? 1 : TRIES;
  };

  /** Counts a try before the comparison, so that concurrent guesses cannot exceed the limit. */
  const claim = (_id: string, now: Date) =>
    model
      .findOneAndUpdate(
        {
          _id,
          'code.expiresAt': mongoose.trusted({ $gt: now }),
          'code.triesLeft': mongoose.trusted({ $gt: 0 }),
        },
        {
          $inc: { 'code.triesLeft': -1 },
          $push: { triedAt: { $each: [now], $slice: -DAILY_TRIES } },
          $set: { staleAt: dayAfter(now) },
        },
        { returnDocument: 'after' },
      )
      .lean();

  return {
    /** Reserves one of the mailbox's mails in one atomic write; of two concurrent requests one is refused. Throws with the seconds to wait. */
    async reserve(email: string, device: string | null): Promise<Reservation> {
      const _id = await shareOf(email, device);
      const now = clock.now();
      try {
        const mailbox = await model
          .findOneAndUpdate(
            { _id, $and: SEND_LIMITS.map(hasRoom(now)) },
            {
              $push: { sentAt: { $each: [now], $position: 0, $slice: SENT_KEPT } },
              $set: { staleAt: dayAfter(now) },
              $setOnInsert: { mailbox: idOf(email), triedAt: [], code: null },
            },
            { upsert: true, returnDocument: 'after' },
          )
          .lean();
        return { granted: true, share: _id, tries: triesFor(mailbox, now) };
      } catch (error) {
        // the row exists and is full, so the upsert could not insert another
        if (!isDuplicate(error)) throw error;
        const mailbox = await model.findById(_id).lean();
        return { granted: false, waitSeconds: waitSeconds(mailbox?.sentAt ?? [], now) };
      }
    },

    /** Gives the newest mail of a share back because it was not sent. */
    async giveBack(share: string): Promise<void> {
      await model.updateOne({ _id: share }, { $pop: { sentAt: -1 } });
    },

    /** Makes `code` the only live one of the reserved share. */
    async place(
      email: string,
      code: string,
      { share, tries }: Placed,
      data: Record<string, unknown>,
    ): Promise<void> {
      const salt = randomBytes(16).toString('base64url');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
      const pending = { salt, mac: macOf(salt, email, code), expiresAt, triesLeft: tries, data };
      await model.updateOne(
        { _id: share ?? NOBODY },
        { $set: { code: pending, staleAt: dayAfter(now) }, $setOnInsert: { sentAt: [], triedAt: [] } },
        { upsert: share === null },
      );
    },

    /** The data stored with the code if it is the live one, which it consumes; else null. */
    async redeem(
      email: string,
      code: string,
      device: string | null,
    ): Promise<Record<string, unknown> | null> {
      if (!CODE_SHAPE.test(code)) return null;
      const [own, shared] = [await shareOf(email, device), idOf(email)];
      const now = clock.now();
      // a browser without a code of its own may enter one that another browser requested
      const claimed = (await claim(own, now)) ?? (own === shared ? null : await claim(shared, now));
      const pending = claimed?.code;
      if (!pending) {
        await model.updateOne(
          { _id: NOBODY },
          { $set: { staleAt: dayAfter(now) }, $setOnInsert: { sentAt: [], triedAt: [], code: null } },
          { upsert: true },
        );
        sameMac(macOf(NOBODY, email, code), macOf(NOBODY, NOBODY, code));
        return null;
      }
      if (!sameMac(macOf(pending.salt, email, code), pending.mac)) return null;
      const won = await model.findOneAndUpdate(
        { _id: claimed!._id, 'code.mac': pending.mac },
        { $set: { code: null }, $pop: { triedAt: 1 } },
      );
      return won ? pending.data : null;
    },

    /** Records that a browser signed in to the mailbox; from now on other browsers do not use up its limits. */
    async remember(email: string, device: string): Promise<void> {
      const until = new Date(clock.now().getTime() + KNOWN_MS);
      const own = { $set: { mailbox: idOf(email), until } };
      await devices(db).updateOne({ _id: knownId(email, device) }, own, { upsert: true });
    },

    /** Deletes what is stored about an address. */
    async forget(email: string): Promise<void> {
      const mailbox = idOf(email);
      await model.deleteMany({ $or: [{ _id: mailbox }, { mailbox }] });
      await devices(db).deleteMany({ mailbox });
    },
  };
}

export type Codes = ReturnType<typeof createCodes>;
