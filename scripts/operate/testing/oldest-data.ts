import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';

const DAY_MS = 86_400_000;
const daysFrom = (days: number) => new Date(Date.now() + days * DAY_MS);
const MADE = daysFrom(-40);

/** A student of the first version: two documents, plain answers. */
const student = (email: string, gender: 'woman' | 'man', changes: object = {}) => {
  const _id = randomUUID();
  return {
    _id,
    email,
    account: {
      _id,
      email,
      identityId: randomUUID(),
      appMetadata: { provider: 'email', providers: ['email'] },
      userMetadata: {},
      confirmedAt: MADE,
      lastSignInAt: MADE,
      bannedUntil: null,
      createdAt: MADE,
      updatedAt: MADE,
      ...changes,
    },
    profile: {
      _id,
      email,
      answers: {
        bundle_intro: { display_name: `Name ${email.slice(0, 3)}`, date_of_birth: '2004-01-15' },
        gender_identity: gender,
        seeking_genders: { values: ['women', 'men'] },
      },
      onboardingCompletedAt: null,
      createdAt: MADE,
      updatedAt: MADE,
    },
  };
};

/**
 * Fills an empty database with possible data of the first version (1d7dd96 and earlier): addresses in capitals, several
 * accounts of one mailbox, a banned one among them, reports with one per offer, and former collections and indexes. It has no
 * newer field.
 */
export async function writeOldestData(connection: Connection) {
  const db = connection.db!;
  const people = {
    ann: student('Ann@Campus.EDU', 'woman'),
    dan: student('dan@campus.edu', 'man'),
    /** Two accounts of one mailbox: the one with the tag was banned. */
    bo: student('bo@campus.edu', 'man'),
    boTagged: student('bo+second@campus.edu', 'man', { bannedUntil: new Date('2099-01-01') }),
    /** Two accounts whose addresses differ by capitals only. */
    cy: student('cy@campus.edu', 'man', { lastSignInAt: daysFrom(-30) }),
    cyCapital: student('CY@campus.edu', 'man', { lastSignInAt: daysFrom(-2) }),
    /** An account with a tag only. */
    eve: student('eve+Flint@campus.edu', 'woman'),
  };
  const { ann, dan, boTagged, cyCapital } = people;
  const all = Object.values(people);
  const key = 'a1'.repeat(16);
  const offerId = 'b2'.repeat(12);
  const round = {
    id: offerId,
    by: 'initiator',
    proposedDate: daysFrom(3),
    location: 'Library café',
    activity: 'Coffee',
    message: null,
    reply: null,
    status: 'accepted',
    cancelledAt: null,
    cancelledBy: null,
    createdAt: MADE,
    updatedAt: MADE,
  };
  const report = (about: string, number: number) => ({
    offerId: String(number).repeat(24),
    reporterId: dan._id,
    reportedId: about,
    reportType: 'safety_concern',
    description: 'What happened',
    evidence: { proposedDate: MADE, location: 'Bar', activity: 'Drinks', message: null },
    decision: null,
    createdAt: MADE,
  });
  const stored: Readonly<Record<string, readonly object[]>> = {
    auth_users: all.map(({ account }) => account),
    auth_sessions: all.map(({ _id }) => ({
      _id: randomUUID(),
      userId: _id,
      counter: 3,
      refreshedAt: daysFrom(-1),
      createdAt: MADE,
    })),
    profiles: all.map(({ profile }) => profile),
    availabilities: [
      {
        _id: ann._id,
        utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 17 }],
        timezone: 'America/Toronto',
        lastUpdated: MADE,
      },
    ],
    photo_uploads: [
      {
        _id: key,
        userId: ann._id,
        fileType: 'image/jpeg',
        maxBytes: 1_000_000,
        state: 'kept',
        createdAt: MADE,
        expiresAt: MADE,
      },
    ],
    albums: [{ _id: ann._id, photos: [{ id: 'c3'.repeat(12), key }] }],
    offer_threads: [
      {
        _id: offerId,
        initiatorId: ann._id,
        inviteeId: dan._id,
        participants: [ann._id, dan._id],
        roundIds: [offerId],
        completesAt: daysFrom(3.1),
        rounds: [round],
        sequence: 1,
        history: [{ at: MADE, by: 'initiator', step: 'create', roundId: offerId }],
        version: 2,
        createdAt: MADE,
        updatedAt: MADE,
      },
    ],
    blocks: [{ blockerId: dan._id, blockedId: cyCapital._id, createdAt: MADE }],
    safety_reports: [report(boTagged._id, 1), report(cyCapital._id, 2)],
    match_filters: [{ _id: ann._id, day: '2026-01-01' }],
    match_days: [{ _id: ann._id, day: '2026-01-01' }],
  };
  for (const [name, documents] of Object.entries(stored))
    await db.collection(name).insertMany(documents as Record<string, unknown>[]);
  await db.collection('auth_users').createIndex({ email: 1 }, { unique: true });
  await db.collection('auth_sessions').createIndex({ userId: 1 });
  await db.collection('profiles').createIndex({ updatedAt: 1 });
  await db.collection('availabilities').createIndex({ lastUpdated: 1 });
  await db.collection('blocks').createIndex({ blockerId: 1, blockedId: 1 }, { unique: true });
  await db.collection('safety_reports').createIndex({ offerId: 1, reporterId: 1 }, { unique: true });
  return { people, key, offerId };
}
