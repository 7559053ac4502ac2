import { randomBytes } from 'node:crypto';
import { API_BASE, LIMITS } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import type { Catalogue } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { tokenHash } from '../../infra/token-hash';
import { NO_PLACE, offerFacts } from '../offers/index';
import { loadProfiles, nameIn } from '../profile/index';
import { textsIn } from '../../texts/index';
import type { Deps } from '../resource';
import { hasCut } from '../safety/index';
import { sharedDates } from './shared-date.model';

/** Path of the links. Anyone with a link may read it. */
export const SHARED_PATH = `${API_BASE}/shared-dates`;

/**
 * Creates a link to an agreed date of this student, after `beforeStored`. Throws 404 for another student's offer, 409 if no date is agreed.
 */
export async function shareDate(
  deps: Deps,
  userId: string,
  offerId: string,
  beforeStored: () => Promise<void>,
): Promise<{ url: string; expiresAt: string }> {
  const date = await offerFacts(deps, userId, offerId);
  if (!date?.partnerId || (await hasCut(deps, userId, date.partnerId))) throw new ApiError('not_found');
  if (date.status !== 'accepted' || date.isCalledOff) throw new ApiError('offer_state_changed');
  await beforeStored();
  const token = randomBytes(16).toString('base64url');
  const expiresAt = new Date(date.proposedDate.getTime() + LIMITS.sharedHours * HOUR_MS);
  await sharedDates(deps.db).create({ _id: tokenHash(token), userId, offerId, expiresAt });
  const url = new URL(`${SHARED_PATH}/${token}`, deps.env.PUBLIC_URL).href;
  return { url, expiresAt: expiresAt.toISOString() };
}

/** Revokes every link of this student to a date. Throws 404 for another student's offer. */
export async function unshareDate(deps: Deps, userId: string, offerId: string): Promise<void> {
  if (!(await offerFacts(deps, userId, offerId))) throw new ApiError('not_found');
  await sharedDates(deps.db).deleteMany({ userId, offerId });
}

/** The content of a link: only what helps to find a person; of a date that was called off before it began, only its time. */
export interface ShownDate {
  readonly sharer: string;
  readonly partner: string | null;
  readonly at: Date;
  readonly activity: string | null;
  readonly location: string | null;
  /** What the page says of a date that was called off. */
  readonly notice: string | null;
  /** In the sharer's language. */
  readonly texts: Catalogue;
}

/** The current state of the date behind a link; null if the link is expired, revoked or unknown. */
export async function readSharedDate(deps: Deps, token: string): Promise<ShownDate | null> {
  const link = await sharedDates(deps.db).findById(tokenHash(token)).lean();
  if (!link || link.expiresAt <= deps.clock.now()) return null;
  const date = await offerFacts(deps, link.userId, link.offerId);
  if (!date) return null;
  const people = await loadProfiles(deps, [link.userId, ...(date.partnerId ? [date.partnerId] : [])]);
  const texts = textsIn(people.get(link.userId)?.language ?? 'en');
  /** The first word of the name. */
  const nameOf = (id: string | null) =>
    nameIn(people.get(id ?? '')?.answers ?? {})?.split(/\s+/)[0] || texts.t('A student');
  const { proposedDate: at, activity } = date;
  const location = date.location === NO_PLACE ? null : date.location;
  const shared = { sharer: nameOf(link.userId), at, texts };
  if (date.isCalledOff && !date.hasBegun) {
    const notice = texts.t('This date was called off.');
    return { ...shared, partner: null, activity: null, location: null, notice };
  }
  // whoever is on the date cannot hide from a friend where it is, and with whom
  const notice = date.isCalledOff ? texts.t('This date was called off after it had begun.') : null;
  return { ...shared, partner: nameOf(date.partnerId), activity, location, notice };
}
