import { DISCLOSURES, type Disclosed, type Disclosure } from '@flint/contracts/desk';
import { personOf, loadProfile } from '../resources/profile/index';
import { ownPictures } from '../resources/photos/index';
import type { Deps } from '../resources/resource';
import { emailOf } from '../resources/sign-in/index';
import { ENGLISH } from '../texts/index';
import { AGE_CHECK } from '../resources/safety/age-hold';
import { isGone } from '../resources/safety/marks';
import { actsSince, logAct } from '../resources/safety/operator-log';
import type { OfferEvidence } from '../resources/safety/report.model';
import type { OpenReport } from '../resources/safety/sealed-report';

/** A disclosure ends after this; longer access needs a new reason. */
const SHOWN_MS = 3_600_000;
const PHOTOS_MAX = 3;
const ACT = 'disclose ';

type Shown = Omit<Disclosed, 'what' | 'until'>;

async function personAt(deps: Deps, userId: string) {
  const person = (await personOf(deps, [userId], ENGLISH)).get(userId);
  const shown = { name: person?.name ?? null, age: person?.age ?? null, isGone: isGone(userId) };
  // no pictures without a profile
  if (!person) return { ...shown, photos: [] };
  try {
    const pictures = (await ownPictures(deps, userId)).slice(0, PHOTOS_MAX);
    return {
      ...shown,
      photos: pictures.map((bytes) => `data:image/webp;base64,${bytes.toString('base64')}`),
    };
  } catch (error) {
    // a case must open, and show that its decision is taken, while the photo store is away
    deps.log.warn({ err: error }, 'photos of a case cannot be read');
    return { ...shown, photos: null };
  }
}

/** A student's address; without a profile that of the account, which is not stored for a hosted project. */
const addressOf = async (deps: Deps, userId: string) =>
  (await loadProfile(deps, userId))?.email ?? (await emailOf(userId, deps));

/** The texts of an offer with the author of each: the other one answers. */
function textsIn({ by, message, reply }: OfferEvidence) {
  const other = by && (by === 'about' ? 'reporter' : 'about');
  return [
    ...(message ? [{ by, text: message }] : []),
    ...(reply ? [{ by: other, text: reply } as const] : []),
  ];
}

const SHOW: Readonly<Record<Disclosure, (deps: Deps, report: OpenReport) => Promise<Shown>>> = {
  names: async (deps, { reporterId, reportedId }) => ({
    names: {
      reporter: reporterId === AGE_CHECK ? null : await personAt(deps, reporterId),
      about: await personAt(deps, reportedId),
    },
  }),
  contact: async (deps, { reporterId, reportedId }) => ({
    contact: { reporter: await addressOf(deps, reporterId), about: await addressOf(deps, reportedId) },
  }),
  place: async (_deps, { evidence: { offers } }) => ({
    place: offers.map(({ placeBy, proposedDate, location }) => ({
      by: placeBy,
      at: new Date(proposedDate).toISOString(),
      location,
    })),
  }),
  message: async (_deps, { evidence: { offers } }) => ({ message: offers.flatMap(textsIn) }),
};

const read = async (deps: Deps, report: OpenReport, what: Disclosure, since: Date): Promise<Disclosed> => ({
  what,
  until: new Date(since.getTime() + SHOWN_MS).toISOString(),
  ...(await SHOW[what](deps, report)),
});

/** Discloses a sealed part to one operator for an hour. Their reason is logged first. */
export async function disclose(
  deps: Deps,
  report: OpenReport,
  {
    operator,
    what,
    reason,
  }: { readonly operator: string; readonly what: Disclosure; readonly reason: string },
): Promise<Disclosed> {
  await logAct(deps, operator, ACT + what, report.id, reason);
  return read(deps, report, what, deps.clock.now());
}

/** What this operator disclosed within the last hour, read again. */
export async function disclosedTo(deps: Deps, report: OpenReport, operator: string): Promise<Disclosed[]> {
  const since = new Date(deps.clock.now().getTime() - SHOWN_MS);
  const acts = await actsSince(deps, { operator, about: report.id, since });
  const newest = new Map(acts.map(({ act, at }) => [act, at]));
  const shown = DISCLOSURES.flatMap((what) => {
    const at = newest.get(ACT + what);
    return at ? [read(deps, report, what, at)] : [];
  });
  return Promise.all(shown);
}
