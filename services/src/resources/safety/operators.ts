import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { onDuplicate } from '../../infra/duplicate-key';
import { SECRET_BYTES } from '../../infra/master-secret';
import type { Deps } from '../resource';
import { deleteFactor } from './desk-factors';
import { operators } from './operator.model';

type Needs = Pick<Deps, 'db' | 'clock'>;

export const SECRET_MIN = 12;
const NAME = /^[a-z][a-z0-9._-]{1,39}$/;
const derive = promisify<string, string, number, Buffer>(scrypt);
const hashOf = (secret: string, salt: string) => derive(secret, salt, 32);

/** The normalized name; null if it is not a name. */
export function operatorName(text: string): string | null {
  const name = text.normalize('NFKC').trim().toLowerCase();
  return NAME.test(name) ? name : null;
}

export const hasOperators = async ({ db }: Pick<Needs, 'db'>): Promise<boolean> =>
  (await operators(db).exists({})) !== null;

export const operatorNames = async ({ db }: Pick<Needs, 'db'>): Promise<string[]> =>
  (await operators(db).find({}, { _id: 1 }).sort({ _id: 1 }).lean()).map(({ _id }) => _id);

/** Adds an operator; false if the name is taken. */
export async function addOperator({ db, clock }: Needs, name: string, secret: string): Promise<boolean> {
  const salt = randomBytes(16).toString('base64url');
  const hash = (await hashOf(secret, salt)).toString('base64url');
  const added = operators(db).create({ _id: name, salt, hash, createdAt: clock.now() });
  return added.then(() => true).catch(onDuplicate(() => false));
}

/** Removes an operator, with their sessions at the desk. Their acts stay in the log. */
export async function removeOperator({ db }: Pick<Needs, 'db'>, name: string): Promise<boolean> {
  const { deletedCount } = await operators(db).deleteOne({ _id: name });
  await deleteFactor({ db }, name);
  return deletedCount === 1;
}

/** Whether the typed text is the master secret, as FLINT_SECRET or the file in the data folder holds it. */
export const isMasterSecret = ({ secret }: Pick<Deps, 'secret'>, typed: string): boolean =>
  [Buffer.from(typed, 'utf8'), Buffer.from(typed.replace(SECRET_BYTES, ''), 'base64')].some(
    (given) => given.length === secret.length && timingSafeEqual(given, secret),
  );

/** Whether the secret belongs to that operator. An unknown name takes the same time. */
export async function isOperator({ db }: Pick<Needs, 'db'>, name: string, secret: string): Promise<boolean> {
  const found = await operators(db).findById(name).lean();
  const given = await hashOf(secret, found?.salt ?? 'nobody');
  const kept = Buffer.from(found?.hash ?? '', 'base64url');
  return kept.length === given.length && timingSafeEqual(kept, given);
}
