import type { Place } from '@flint/contracts';
import { t } from '@flint/texts';

/** The walk from campus; false if it is not known. */
export const walkTo = (place: Place | undefined) =>
  !!place?.walkMinutes && t('{count} min walk', { count: place.walkMinutes });
