import { randomBytes, randomInt } from 'node:crypto';
import { LIMITS, mailboxOf } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import mongoose from 'mongoose';
import { isSameHash, keyedHash } from '../../infra/keyed-hash';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { devices, mailboxes, type Mailbox } from './mailbox.model';

/** Lifetime of a code (decisions/004, ASVS 6.5.5). */
export const CODE_SECONDS = 600;
/** For this long the browser that asked may use a used code again, because the answer may have been lost. */
const REPEAT_MS = 60_000;
/** Tries of the browser that asked for the code; all other browsers together have as many of their own. */
const TRIES = 5;
/** Tries per day after which a mailbox gets one try per code. This slows guessing down and does not lock the student out. */
const DAILY_TRIES = 20;
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

interface Share {
  readonly id: string;
  /** Whether the browser signed in to the mailbox before, and so has a share of its own; all others have one together. */
  readonly isKnown: boolean;
}

export type Reservation =
  | { readonly granted: true; readonly share: string; readonly tries: number }
  | { readonly granted: false; readonly waitSeconds: number };

export interface Redeemed {
  /** What was stored with the code. */
  readonly data: Record<string, unknown>;
  /** Whether a browser that never signed in to the mailbox asked for the code, and this is its first use. */
  readonly isFirst: boolean;
}

/** Codes of mailboxes: how often one may be sent, which is live, and how often it may be tried; `mayRepeat` is for lost answers. */
export function createCodes({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>, mayRepeat = true) {
  const model = mailboxes(db);
  const nameOf = (...parts: string[]) => keyedHash({ secret }, 'sign-in/mailboxes', parts.join('\0'));
  const idOf = (email: string) => nameOf(mailboxOf(email));
  /** The row of a mailbox in one browser: the code that this browser asked for. */
  const ownId = (email: string, device: string) => nameOf(mailboxOf(email), device);

  const macOf = (salt: string, email: string, code: string) =>
    keyedHash({ secret }, 'sign-in/codes', [salt, PURPOSE, email, code].join('\0'));
  /** Compared where there is no live code: the work is the same, and no code that anybody enters is equal. */
  const noCode = { salt: NOBODY, mac: macOf(NOBODY, NOBODY, NOBODY) };
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

  const waitSeconds = (sentAt: readonly Date[], now: Date) => {
    const waits = SEND_LIMITS.flatMap(({ max, seconds }) =>
      sentAt.slice(max - 1, max).map((nth) => Math.ceil((nth.getTime() - now.getTime()) / 1000 + seconds)),
    );
    return Math.max(1, ...waits);
  };

  const triesFor = ({ triedAt }: Pick<Mailbox, 'triedAt'>, now: Date) => {
    const today = triedAt.filter((at) => at.getTime() > now.getTime() - DAY_MS);
    return today.length >= DAILY_TRIES ? 1 : TRIES;
  };

  /** Writes to a row, and makes it if it is missing; `tried` counts tries of its share. */
  const write = (_id: string, email: string, now: Date, set: object, tried: readonly Date[] = []) =>
    model.updateOne(
      { _id },
      {
        $set: { staleAt: dayAfter(now), ...set },
        $push: { triedAt: { $each: tried, $slice: -DAILY_TRIES } },
        $setOnInsert: { ...(_id !== NOBODY && { mailbox: idOf(email) }), sentAt: [] },
      },
      { upsert: true },
    );

  /** Takes a try of a row's code before the comparison, so that concurrent guesses cannot exceed the limit. */
  const claim = (_id: string, tries: 'triesLeft' | 'openTries', now: Date) =>
    model
      .findOneAndUpdate(
        {
          _id,
          'code.expiresAt': mongoose.trusted({ $gt: now }),
          [`code.${tries}`]: mongoose.trusted({ $gt: 0 }),
        },
        { $inc: { [`code.${tries}`]: -1 } },
        { returnDocument: 'after' },
      )
      .lean();

  return {
    /** The budget of mails and tries that a browser counts against. */
    async shareOf(email: string, device: string): Promise<Share> {
      const [own, until] = [ownId(email, device), mongoose.trusted({ $gt: clock.now() })];
      const isKnown = (await devices(db).exists({ _id: own, until })) !== null;
      return { id: isKnown ? own : idOf(email), isKnown };
    },

    /** Reserves one of a share's mails in one atomic write; of two concurrent requests one is refused. */
    async reserve(email: string, { id: _id }: Pick<Share, 'id'>): Promise<Reservation> {
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
        if (!isDuplicateKey(error)) throw error;
        const mailbox = await model.findById(_id).lean();
        return { granted: false, waitSeconds: waitSeconds(mailbox?.sentAt ?? [], now) };
      }
    },

    /** Gives the newest mail of a share back because it was not sent. */
    async giveBack(share: string): Promise<void> {
      await model.updateOne({ _id: share }, { $pop: { sentAt: -1 } });
    },

    /**
     * Makes `code` the only live one of the browser that asked for it, and the one that browsers without a code of their own may enter; a
     * known browser's code is for that browser only. Without a reservation the work is the same, and no code works.
     */
    async place(
      email: string,
      code: string,
      device: string,
      reserved: { readonly share: string; readonly tries: number } | null,
      data: Record<string, unknown> = {},
    ): Promise<void> {
      const salt = randomBytes(16).toString('base64url');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
      const { share, tries } = reserved ?? { share: NOBODY, tries: 0 };
      const own = reserved ? ownId(email, device) : NOBODY;
      const openTries = share === own ? 0 : tries;
      const mac = macOf(salt, email, code);
      const pending = { salt, mac, expiresAt, triesLeft: tries, openTries, share, data };
      await write(own, email, now, { code: pending });
      await write(share, email, now, share === own ? {} : { newest: own });
    },

    /**
     * The code's data if it is the live one, which it consumes; else null. The browser that asked for it may use it again within REPEAT_MS, with
     * the tries that are left. These are its own: nobody else can use them up. `beforeOpen` is called before a try of a browser without a code
     * of its own, and may refuse it.
     */
    async redeem(
      email: string,
      code: string,
      device: string | null,
      beforeOpen?: () => Promise<void>,
    ): Promise<Redeemed | null> {
      if (!CODE_SHAPE.test(code)) return null;
      const now = clock.now();
      const mailbox = idOf(email);
      const own = device === null ? NOBODY : ownId(email, device);
      let claimed = await claim(own, 'triesLeft', now);
      if (!claimed) {
        await beforeOpen?.();
        const newest = (await model.findById(mailbox).lean())?.newest ?? NOBODY;
        // the browser that used up the tries of its own code has no others
        claimed = newest === own ? null : await claim(newest, 'openTries', now);
      }
      const pending = claimed?.code;
      await write(pending?.share ?? NOBODY, email, now, {}, [now]);
      const { salt, mac } = pending ?? noCode;
      if (!isSameHash(macOf(salt, email, code), mac) || !pending) return null;
      const later = new Date(now.getTime() + REPEAT_MS);
      // of two browsers at once, the first of these writes wins
      const [unused, use] =
        mayRepeat && claimed!._id === own
          ? [{}, { $min: { 'code.usedAt': now, 'code.expiresAt': later }, $set: { 'code.openTries': 0 } }]
          : [{ 'code.usedAt': null }, { $set: { code: null } }];
      const live = { _id: claimed!._id, 'code.mac': pending.mac, ...unused };
      const won = await model.findOneAndUpdate(live, use).lean();
      if (!won) return null;
      await model.updateOne({ _id: pending.share }, { $pop: { triedAt: 1 } });
      return { data: pending.data, isFirst: pending.share === mailbox && !won.code?.usedAt };
    },

    /** Records that a browser signed in to the mailbox; from now on other browsers do not use up its limits. */
    async remember(email: string, device: string): Promise<void> {
      const until = new Date(clock.now().getTime() + KNOWN_MS);
      const own = { $set: { mailbox: idOf(email), until } };
      await devices(db).updateOne({ _id: ownId(email, device) }, own, { upsert: true });
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
