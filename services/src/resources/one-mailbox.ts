import { renameProfile } from './profile/index';
import type { Deps } from './resource';
import { adoptLeftTraces, moveTraces } from './safety/index';
import { renameAccount, sharedMailboxes, shareBan } from './sign-in/index';

/**
 * Merges accounts of one mailbox: older versions gave `ann+tag@` and `Ann@` accounts beside `ann@`. The account with the plain address
 * stays, else the one that signed in last. It takes over blocks, reports and strikes of the others, deleted ones included; the others are
 * erased. Safe to repeat, and after a crash.
 */
export async function uniteMailboxes(deps: Deps, erase: (userId: string) => Promise<void>): Promise<void> {
  for (const { mailbox, accounts } of await sharedMailboxes(deps)) {
    const [kept, ...others] = accounts;
    for (const other of others) {
      await moveTraces(deps, other._id, kept!._id);
      await shareBan(deps, other, kept!._id);
      await erase(other._id);
    }
    if (kept!.email === mailbox) continue;
    await renameProfile(deps, kept!._id, mailbox);
    await renameAccount(deps, kept!._id, mailbox);
  }
  await adoptLeftTraces(deps);
}
