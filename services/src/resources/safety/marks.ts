import { createHmac } from 'node:crypto';
import { mailboxOf } from '@flint/contracts';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';

/** Begins every name that stands for an account that is gone. */
export const GONE = 'gone:';

/** A mailbox as a keyed hash: the same address is known again, and no address can be told from it without the secret. */
export const markOf = ({ secret }: Pick<Deps, 'secret'>, email: string): string =>
  GONE +
  createHmac('sha256', deriveKey(secret, 'block-marks'))
    .update(mailboxOf(email.trim().toLowerCase()))
    .digest('base64url');

/** Whether an id stands for an account that is gone. */
export const isGone = (id: string): boolean => id.startsWith(GONE);
