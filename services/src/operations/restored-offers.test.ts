import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { introduce, newRound, useCast } from '../resources/offers/testing/campus';
import { backUp } from './backup';
import { restore } from './restore';

const clock = fixedClock('2027-03-02T12:00:00Z');
// its process does not register again during a test
const server = useTestServer({ clock, leaseMs: 3_600_000, renewMs: 600_000 });
const cast = useCast(server);

/** Something that happens after a backup has read everything before the offers. */
function beforeOffersAreRead(act: () => Promise<unknown>): void {
  const db = server.deps.db.db!;
  const { collection } = db;
  const spy = jest.spyOn(db, 'collection').mockImplementation((name) => {
    const found = collection.call(db, name);
    if (name !== 'offer_threads') return found as never;
    spy.mockRestore();
    const find = found.find.bind(found);
    const later = async function* (...query: Parameters<typeof find>) {
      await act();
      yield* find(...query);
    };
    return Object.assign(found, { find: later }) as never;
  });
}

/** Makes a backup, and restores it into the database of the server, as after a stop. */
async function restoreBackup({ during }: { readonly during: () => Promise<unknown> }): Promise<void> {
  const folder = await mkdtemp(path.join(server.deps.dataDir, 'backup-'));
  beforeOffersAreRead(during);
  await backUp(server.deps, folder);
  await server.deps.db.collection('processes').deleteMany({});
  await restore(server.deps, folder, { replace: true });
}

describe('offers after a restore', () => {
  it('of a date that was agreed, or called off, during the backup - keep the hour of that date, or leave it free', async () => {
    const { ann, ben, cem, dan } = cast;
    const { id } = (await ann.invite(ben)).body;
    const other = (await ann.invite(cem)).body.id;
    await restoreBackup({ during: () => ben.respond(id, 'accept') });
    expect((await cem.respond(other, 'accept')).body.code).toBe('offer_state_changed');
    await restoreBackup({ during: () => ann.call(`POST /offers/${id}/cancel`) });
    await newRound(server);
    await introduce(server, ann, dan);
    const { body } = await ann.invite(dan);
    expect((await dan.respond(body.id, 'accept')).status).toBe(200);
  });
});
