import { cipherOf, sealedUnder } from '../../infra/field-cipher';
import type { SealedValue } from '../../infra/key-fault';
import type { Deps } from '../resource';
import { profiles, sealedPlace, type ProfileDocument } from './profile.model';

/** Seals every answer under the current key. An answer changed meanwhile has that key already. Returns how many were sealed. */
export async function resealAnswers(deps: Deps): Promise<number> {
  const cipher = cipherOf(deps);
  let count = 0;
  for await (const found of profiles(deps.db).find().lean<ProfileDocument>().cursor()) {
    const { _id, answers } = found as ProfileDocument;
    for (const [question, stored] of Object.entries(answers ?? {})) {
      if (sealedUnder(stored) === cipher.current) continue;
      const place = sealedPlace(_id, question);
      const at = `answers.${question}`;
      const { modifiedCount } = await profiles(deps.db).updateOne(
        { _id, [at]: stored },
        { $set: { [at]: cipher.seal(cipher.open(stored, place), place) } },
      );
      count += modifiedCount;
    }
  }
  return count;
}

const SAMPLE = 20;

/** The answers of a few students, to test the keys. */
export async function sampleAnswers({ db }: Pick<Deps, 'db'>): Promise<readonly SealedValue[]> {
  const found = await profiles(db).find().sort({ _id: 1 }).limit(SAMPLE).lean<ProfileDocument[]>();
  return found.flatMap(({ _id, answers }) =>
    Object.entries(answers ?? {}).map(([question, stored]) => ({
      stored,
      place: sealedPlace(_id, question),
    })),
  );
}
