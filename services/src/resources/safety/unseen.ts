import { loadProfile } from '../profile/index';
import type { Deps } from '../resource';
import { blocks } from './block.model';

/**
 * Whether somebody is not there for this student: unknown, gone, or has blocked them. What is answered about these three is the same, so
 * that nobody learns who blocked them.
 */
export async function isUnseenBy(deps: Deps, userId: string, otherId: string): Promise<boolean> {
  const [profile, blocked] = await Promise.all([
    loadProfile(deps, otherId),
    blocks(deps.db).exists({ blockerId: otherId, blockedId: userId }),
  ]);
  return profile === null || blocked !== null;
}
