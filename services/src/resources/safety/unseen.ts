import { loadProfile } from '../profile/index';
import type { Deps } from '../resource';
import { blocks } from './block.model';

/**
 * Whether somebody does not exist for this student: unknown, deleted, or has blocked them. The responses about these three are equal, so that
 * nobody learns who has blocked them.
 */
export async function isUnseenBy(deps: Deps, userId: string, otherId: string): Promise<boolean> {
  const [profile, blocked] = await Promise.all([
    loadProfile(deps, otherId),
    blocks(deps.db).exists({ blockerId: otherId, blockedId: userId }),
  ]);
  return profile === null || blocked !== null;
}
