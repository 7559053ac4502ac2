import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import fc from 'fast-check';
import { RESOURCES } from './index';
import { enrol } from './offers/testing/campus';
import { failWrite } from './testing/fail-write';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

/** More than a deletion makes. */
const WRITES = 60;
const NAME = 'Zebulon-Planted-7731';

const finishErasures = () => RESOURCES.find(({ name }) => name === 'account')!.timed![0]!.run(server.deps);

describe('a deletion in which a write fails', () => {
  it('any write after the first - is finished by timed work, and nothing is left of the account', async () => {
    const [cem] = [await enrol(server, { name: 'Cem', gender: 'man' })];
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: WRITES }), async (nth) => {
        const ann = await enrol(server, { name: NAME });
        expect((await ann.invite(cem)).status).toBe(201);
        const names = (await server.deps.db.listCollections()).map(({ name }) => name);
        const others = names.filter((name) => !['erased_accounts', 'journal_waiting'].includes(name));
        let status = 0;
        const hasFailed = await failWrite(nth, others, async () => {
          ({ status } = await ann.call('DELETE /account'));
        });
        if (hasFailed) failed += 1;
        else expect(status).toBe(204);
        clock.advanceSeconds(121);
        await finishErasures();
        const stored = await server.stored();
        expect(stored).not.toContain(ann.id);
        expect(stored).not.toContain(NAME);
      }),
      { numRuns: 12 },
    );
    expect(failed).toBeGreaterThan(0);
  });
});
