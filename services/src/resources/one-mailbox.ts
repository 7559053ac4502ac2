import { renameProfile } from './profile/index';
import type { Deps } from './resource';
import { adoptLeftTraces, moveTraces } from './safety/index';
import { renameAccount, sharedMailboxes, shareBan } from './sign-in/index';

/**
 * Makes one account of each mailbox where an older version let `ann+tag@` or `Ann@` have one beside `ann@`: that of the plain address
 * stays, else the one that signed in last, and takes over blocks, reports and what stands against any of them, also against one that was
 * deleted before; the others are erased. Safe to repeat, and after a crash half-way.
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
