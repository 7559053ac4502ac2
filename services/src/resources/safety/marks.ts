import { createHmac } from 'node:crypto';
import { mailboxOf } from '@flint/contracts';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';

/** Prefix of every id that stands for a deleted account. */
export const GONE = 'gone:';

/** A mailbox as a keyed hash. The same address gives the same mark; without the secret, the mark does not reveal the address. */
export const markOf = ({ secret }: Pick<Deps, 'secret'>, email: string): string =>
  GONE +
  createHmac('sha256', deriveKey(secret, 'block-marks'))
    .update(mailboxOf(email.trim().toLowerCase()))
    .digest('base64url');

/** Whether an id stands for a deleted account. */
export const isGone = (id: string): boolean => id.startsWith(GONE);
