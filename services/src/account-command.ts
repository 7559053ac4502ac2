import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mailboxAt } from './infra/mailbox';
import { OperatorError } from './operator-error';
import type { Answer } from './safety-command';
import { HELP } from './safety-help';
import { pruneEndedBrowsers, pruneEveryBrowser } from './resources/alerts/index';
import { deleteAccount, exportAccount } from './resources/index';
import type { Deps } from './resources/resource';
import { logAct } from './resources/safety/operator-log';
import { endSessions, isHosted } from './resources/sign-in/index';

const EVERYBODY = 'everybody';
const refuse = (text: string): Answer => ({ text, exitCode: 1 });
const done = (text: string): Answer => ({ text, exitCode: 0 });

interface Account {
  readonly _id: string;
  readonly email: string;
}

/** Stores a file that only this user reads, or nothing of it. Throws OperatorError. */
async function storeCopy(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') await rm(file, { force: true });
    throw new OperatorError(`The copy was not stored: ${message}.`, 1);
  }
}

/** The account of an address. A hosted project lists none, so there it is the profile, which has the address as the project has it. */
async function accountAt(deps: Deps, who: string): Promise<Account | null> {
  const from = deps.db.collection<Account>(isHosted(deps) ? 'profiles' : 'auth_users');
  const typed = await from.findOne({ email: who.trim().toLowerCase() });
  return typed ?? from.findOne({ email: mailboxAt(deps, who) });
}

/** Does for a student who cannot sign in what Settings would do: the file with their data, deletion, the end of all sessions. Logged first. */
export async function actForStudent(
  deps: Deps,
  by: string,
  [act = '', who = '']: readonly string[],
  { reason = '', file = '' }: { readonly reason?: string; readonly file?: string },
): Promise<Answer> {
  if (!['export', 'erase', 'sign-out'].includes(act) || !who) return { text: HELP, exitCode: 2 };
  if (!reason.trim()) return refuse('The log says why: --reason "..."');
  if (act === 'export' && !file) return refuse('Say where the copy goes: --file my-data.zip');
  if (act === 'sign-out' && isHosted(deps))
    return refuse('The project of SUPABASE_URL ends its own sessions.');
  // before the log, whose rows stay for good
  if (act === 'export' && (existsSync(file) || !existsSync(path.dirname(file))))
    return refuse(`${file} has to be a new file in an existing folder.`);
  const isAll = act === 'sign-out' && who === EVERYBODY;
  // the rows stay for good, so they name nobody; the reason is sealed
  await logAct(deps, by, `account ${act}${isAll ? ` ${EVERYBODY}` : ''}`, '', reason);
  if (isAll) {
    await endSessions(deps);
    await pruneEveryBrowser(deps);
    return done('Everybody is signed out, within five seconds.');
  }
  const account = await accountAt(deps, who);
  if (!account) return refuse('No account has this address.');
  const { _id: userId, email } = account;
  if (act === 'export') {
    await storeCopy(file, await exportAccount(deps, userId));
    return done(`The copy is in ${file}.`);
  }
  if (act === 'erase') {
    const isGone = await deleteAccount(deps, { userId, email });
    const left = ` Delete the user ${userId} in the project of SUPABASE_URL, too.`;
    return done(`The account is erased.${isGone ? '' : left}`);
  }
  await endSessions(deps, userId);
  await pruneEndedBrowsers(deps, userId);
  return done('The student is signed out, within five seconds.');
}
