import mongoose from 'mongoose';
import { cipherOf } from '../../infra/field-cipher';
import { isDuplicateKey } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { deskFactors, deskSessions } from './desk.model';

type Needs = Pick<Deps, 'db' | 'clock' | 'env' | 'secret'>;

const placeOf = (operator: string) => `desk_factors/${operator}/secret`;

/** A session's unconfirmed factor is made again instead. */
export const SEALED_FACTOR = { field: 'secret', placeOf };

/** The secret of an operator's authenticator in the clear, base32; null for who has none yet. */
export async function factorOf(deps: Needs, operator: string): Promise<string | null> {
  const found = await deskFactors(deps.db).findById(operator).lean();
  return found && String(cipherOf(deps).open(found.secret, placeOf(operator)));
}

/** Keeps an operator's second factor, with the step of the code that confirmed it; false where there is one: it is not replaced. */
export async function keepFactor(
  deps: Needs,
  operator: string,
  secret: string,
  step: number,
): Promise<boolean> {
  try {
    await deskFactors(deps.db).create({
      _id: operator,
      secret: cipherOf(deps).seal(secret, placeOf(operator)),
      lastStep: step,
      createdAt: deps.clock.now(),
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Uses up a time step: of several requests with one code, one gets true; an older step gets false. */
export async function useStep({ db }: Pick<Needs, 'db'>, operator: string, step: number): Promise<boolean> {
  const { modifiedCount } = await deskFactors(db).updateOne(
    { _id: operator, lastStep: mongoose.trusted({ $lt: step }) },
    { $set: { lastStep: step } },
  );
  return modifiedCount === 1;
}

/** Takes an operator's second factor and sessions away; with the next code and their secret they make a new one. */
export async function forgetFactor({ db }: Pick<Needs, 'db'>, operator: string): Promise<boolean> {
  await deskSessions(db).deleteMany({ operator });
  return (await deskFactors(db).deleteOne({ _id: operator })).deletedCount === 1;
}
