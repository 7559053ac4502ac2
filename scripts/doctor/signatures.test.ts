import { DAY_MS } from '@flint/contracts/time';
import { releasesTable } from '@flint/remote-build/cli/list';
import { readPointers } from '@flint/remote-build/release/pointers';
import { listRegistry, renewRegistry } from '../release/registry/commands';
import { useRegistry } from '../release/registry/testing/open-registry';
import { checkSignatures } from './signatures';

const registry = useRegistry();
const now = new Date('2030-03-01T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
const ENDS = '2030-05-30';

const told = async (days: number) =>
  (await checkSignatures(registry.store, false, inDays(days))).map(
    ({ verdict, text }) => `${verdict}: ${text}`,
  );

describe('the 90 days of a signature', () => {
  it('the doctor, after 10 days and after 80 - names their end, then warns with the remedy', async () => {
    expect(await told(0)).toEqual([]);
    registry.state.now = now;
    await registry.register();
    expect(await told(10)).toEqual([`ok: the first ends on ${ENDS} (the registry)`]);
    const team = `warning: that of clubs holds until ${ENDS} only: its team runs npx flint-remote renew (mailto:clubs@campus.edu)`;
    expect(await told(80)).toEqual([
      `warning: that of the registry holds until ${ENDS} only: npx flint release registry renew`,
      team,
    ]);
    await renewRegistry(registry.context({ now: () => inDays(80) }));
    expect(await told(80)).toEqual([team]);
  });

  it('the lists of releases and of the registry - name the day, and the latter what a server refuses', async () => {
    registry.state.now = now;
    await registry.register();
    const pointers = await readPointers(registry.team.store);
    expect(releasesTable(pointers, new Map([['clubs', 1]]), { isShipped: false })).toMatch(
      new RegExp(`signed until\\n.*${ENDS}`),
    );
    const listed = (days: number) => listRegistry(registry.context({ now: () => inDays(days) }));
    expect(await listed(80)).toMatchObject({ ends: new Date(`${ENDS}T12:00:00Z`), fault: null });
    expect((await listed(91)).fault).toMatch(/^expired on 2030-05-30T12:00:00.000Z: npx flint release/);
  });
});
