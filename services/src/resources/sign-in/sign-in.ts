import type { EmailRule } from '@flint/contracts';
import type { Connection } from 'mongoose';
import { createMemoryLimit, READS, WRITES, type CountOne } from '../../http/rate-limit';
import { emailRuleOf } from '../../infra/mailbox';
import type { Deps } from '../resource';
import { createAccounts, type Accounts } from './accounts';
import { createCodes, type Codes } from './codes';
import { createKeyring, type Keyring } from './keyring';
import { createSessions, type Sessions } from './sessions';

/** The parts of the sign-in service, shared by its endpoints, the token check and account deletion. */
export interface SignIn {
  readonly deps: Deps;
  readonly issuer: string;
  readonly emailRule: EmailRule;
  readonly keyring: Keyring;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  /** Count what a student reads and changes of the own account, as for the routes of the API. */
  readonly countRead: CountOne;
  readonly countWrite: CountOne;
}

const made = new WeakMap<Connection, SignIn>();

/** One instance per database connection, so that token checks in this process see a sign-out at once. */
export function signInOf(deps: Deps): SignIn {
  const known = made.get(deps.db);
  if (known) return known;
  const { env } = deps;
  const signIn: SignIn = {
    deps,
    issuer: `${env.PUBLIC_URL}/auth/v1`,
    emailRule: emailRuleOf(env),
    keyring: createKeyring(deps),
    accounts: createAccounts(deps),
    sessions: createSessions(deps),
    codes: createCodes(deps),
    countRead: createMemoryLimit(READS, deps.clock),
    countWrite: createMemoryLimit(WRITES, deps.clock),
  };
  made.set(deps.db, signIn);
  return signIn;
}
