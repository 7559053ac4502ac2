import type { Offer } from '@flint/contracts';
import { callErrorText } from '@flint/contracts/call-errors';
import { asCallFailure } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';

const ANSWERED: Partial<Record<Offer['status'], string>> = {
  accepted: message('This offer was accepted already.'),
  declined: message('This offer was declined already.'),
  rescheduled: message('Another time was proposed already.'),
  completed: message('This date is over.'),
};

/** The current offer from a 409; null without one. */
export function currentOffer(error: unknown): Offer | null {
  const offer = asCallFailure(error)?.problem?.offer;
  return typeof offer === 'object' && offer !== null ? (offer as Offer) : null;
}

/** The text for a failed call: what has changed, if the server reports it, else the mapped text (spec 8). */
export function failureText(error: unknown): string {
  const failure = asCallFailure(error);
  const offer = currentOffer(error);
  if (offer && failure?.code === 'offer_state_changed') {
    if (offer.cancelledAt && !offer.cancelledBy) return t('This offer ended without an answer.');
    if (offer.cancelledAt)
      return offer.status === 'pending' ? t('This offer was taken back.') : t('This date was called off.');
    return t(ANSWERED[offer.status] ?? failure.problem!.detail);
  }
  const explains = failure && [409, 422, 429].includes(failure.status) && failure.problem;
  return t(explains ? explains.detail : (failure?.message ?? callErrorText('')));
}
