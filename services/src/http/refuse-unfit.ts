import { isVisible } from '../infra/plain-text';
import { UNFIT, unfitIn, UNSEEN } from '../infra/unfit-text';
import { ApiError } from './api-error';

/** Throws text_unfit with each bad text's JSON pointer and its problem. */
export function refuseUnfit(texts: Readonly<Record<string, string | undefined>>): void {
  const errors = Object.entries(texts).flatMap(([pointer, text]) => {
    if (!text) return [];
    // a place and an activity need visible characters; a message may be three dots
    if (!pointer.endsWith('message') && !isVisible(text)) return [{ pointer, detail: UNSEEN }];
    const found = unfitIn(text);
    return found ? [{ pointer, detail: UNFIT[found] }] : [];
  });
  if (errors.length > 0) throw new ApiError('text_unfit', { errors });
}
