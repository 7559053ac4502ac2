import type { Person } from '@flint/contracts';
import type { Catalogue } from '@flint/texts/catalogue';
import { primaryPhotoUrls, type Viewer } from '../photos/index';
import { personOf } from '../profile/index';
import type { Deps } from '../resource';
import { isOpen, peopleIn, type Thread } from './thread';

/**
 * The people of some threads, as cards show them, without those who have no profile. Photos are those of the viewer and of people
 * with an open offer (docs/decisions/031).
 */
export async function peopleOf(
  deps: Deps,
  { userId, sessionId }: Pick<Viewer, 'userId'> & Partial<Viewer>,
  threads: readonly Thread[],
  texts: Catalogue,
): Promise<Map<string, Person>> {
  const ids = [...new Set(threads.flatMap(({ initiatorId, inviteeId }) => [initiatorId, inviteeId]))].filter(
    (id) => id !== null,
  );
  const seen = [userId, ...threads.filter(isOpen).flatMap(peopleIn)];
  const [found, photos] = await Promise.all([
    personOf(deps, ids, texts),
    sessionId ? primaryPhotoUrls(deps, { userId, sessionId }, [...new Set(seen)]) : new Map<string, never>(),
  ]);
  return new Map(
    [...found].map(([id, person]) => {
      const photo = photos.get(id);
      return [id, { ...person, ...(photo && { photo }) }];
    }),
  );
}
