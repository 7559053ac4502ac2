import mongoose from 'mongoose';
import { cipherOf } from '../../infra/field-cipher';
import { sealedField } from '../../infra/sealed-fields';
import { onDuplicate } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { deskFactors, deskSessions } from './desk.model';

type Needs = Pick<Deps, 'db' | 'clock' | 'env' | 'secret'>;

const placeOf = (operator: string) => `desk_factors/${operator}/secret`;

/** The place of a second factor that a session of the desk shows until it is confirmed. */
export const pendingPlace = (session: string) => `desk_sessions/${session}/pending`;

export const SEALED_FACTORS = [
  sealedField('desk_factors', 'secret', placeOf),
  sealedField('desk_sessions', 'pending', pendingPlace),
];

/** The secret of an operator's authenticator, opened, base32; null if there is none. */
export async function factorOf(deps: Needs, operator: string): Promise<string | null> {
  const found = await deskFactors(deps.db).findById(operator).lean();
  return found && String(cipherOf(deps).open(found.secret, placeOf(operator)));
}

/** Stores an operator's second factor with the time step of the confirming code. False if there is one already; it is not replaced. */
export async function storeFactor(
  deps: Needs,
  operator: string,
  secret: string,
  step: number,
): Promise<boolean> {
  const added = deskFactors(deps.db).create({
    _id: operator,
    secret: cipherOf(deps).seal(secret, placeOf(operator)),
    lastStep: step,
    createdAt: deps.clock.now(),
  });
  return added.then(() => true).catch(onDuplicate(() => false));
}

/** Consumes a time step: of several requests with one code, one gets true. An older step gets false. */
export async function useStep({ db }: Pick<Needs, 'db'>, operator: string, step: number): Promise<boolean> {
  const { modifiedCount } = await deskFactors(db).updateOne(
    { _id: operator, lastStep: mongoose.trusted({ $lt: step }) },
    { $set: { lastStep: step } },
  );
  return modifiedCount === 1;
}

/** Deletes an operator's second factor and sessions; the next sign-in sets up a new one. */
export async function deleteFactor({ db }: Pick<Needs, 'db'>, operator: string): Promise<boolean> {
  await deskSessions(db).deleteMany({ operator });
  return (await deskFactors(db).deleteOne({ _id: operator })).deletedCount === 1;
}
