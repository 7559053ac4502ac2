import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollback } from '@flint/remote-build/release/commands';
import { createElsewhere } from './elsewhere';
import { openTeam, type Team } from './testing/team-elsewhere';

let dir: string;
let team: Team;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'flint-elsewhere-'));
  team = await openTeam();
});
afterEach(() => team.close());

const startShell = () => createElsewhere({ isReached: false, firstMs: 60_000, contract: 1, dataDir: dir });
/** What a shell that starts now, with the memory of the previous one, says instead of a release. */
const why = async (entry = team.entry()) => {
  const { pointers, ...rest } = await startShell()(entry).now();
  return pointers ? 'is served' : rest.why;
};

describe('what is said of a remote without a release, which ends what open pages run only if it is gone', () => {
  it('rolled back to nothing, or with an origin that answers half - at a server without memory - is gone, or down', async () => {
    await team.release('00000001');
    const ask = (path: string) => {
      team.setFault((asked) => (asked.endsWith(path) ? { status: 503, body: '' } : null));
      dir = mkdtempSync(join(tmpdir(), 'flint-elsewhere-'));
      return why();
    };
    expect([await ask('/remotes.json'), await ask('/release.jws')]).toEqual(['down', 'down']);
    await rollback({ store: team.store, signer: team.key.signer }, 'clubs');
    expect(await ask('/nothing')).toBe('gone');
  });

  it.each([
    { status: 404, body: '' },
    { status: 403, body: '' },
    { status: 200, body: '<!doctype html>' },
  ])('an origin that answers %j to all - after a restart - is down', async (answer) => {
    await team.release('00000001');
    expect(await why()).toBe('is served');
    team.setFault(() => answer);
    expect(await why()).toBe('down');
  });

  it('a release that does not fit, while the one before cannot be read - is down', async () => {
    await team.release('00000001');
    await team.release('00000002', { contract: 7 });
    team.setFault((asked) => (/00000001\/release.jws$/.test(asked) ? { status: 503, body: '' } : null));
    expect(await why()).toBe('down');
  });

  it('a release of a revoked key, after which another key signs one that does not fit - is gone', async () => {
    const { signer, public: next } = await team.makeKey('next');
    await team.release('00000001');
    expect(await why()).toBe('is served');
    await team.release('00000002', { signer, contract: 7 });
    const revoked = { ...team.key.public, revoked: '2030-01-01T00:00:00Z' };
    expect(await why(team.entry({ keys: [revoked, next] }))).toBe('gone');
  });
});
