import { canary, release, releaseTest, renew, rollback, type Context } from '../release/commands';
import { readOrigin } from '../release/origin';
import { readPointers, type RemotePointers } from '../release/pointers';
import { prune } from '../release/prune';
import { orRefused, ReleaseRefused, say } from '../release/refused';
import { refuseKey } from '../release/signing/key-ring';
import { kidOf } from '../release/signing/signatures';
import { WrongArguments, type Read } from './arguments';
import { contextOf, type ReleaseHome, type Remote } from './home';
import { runKeys } from './keys';
import { showList } from './list';

/** The number of newest releases that are never deleted, unless RELEASES_KEEP says it. */
const KEEP = 5;

function remoteHere({ here }: ReleaseHome): Remote {
  if (here) return here;
  throw new ReleaseRefused('Name the remote: npm run release -w mfe-offers');
}

function percentOf(text: string | undefined): number {
  const percent = Number(text);
  if (text && Number.isInteger(percent) && percent >= 0 && percent <= 100) return percent;
  throw new WrongArguments('Name a share of 0 (ends it) to 100 (everyone): canary 25');
}

function printSituation({ isShipped }: ReleaseHome, id: string, { live, canary: share }: RemotePointers) {
  const what = live?.release ?? (isShipped ? 'the build shipped with the shell' : 'nothing');
  say(`${id}: ${what} is live${share ? `, ${share.release} for ${share.percent} %` : ''}`);
}

/** Prints a move once the server serves it. */
async function printServed(home: ReleaseHome, id: string, pointers: RemotePointers) {
  const line = await home.confirm?.(id, pointers);
  printSituation(home, id, pointers);
  if (line) say(line);
}

async function publish(home: ReleaseHome, { flag, text }: Read): Promise<void> {
  const remote = remoteHere(home);
  const context = await contextOf(home);
  const isUntried = flag('untried');
  const origin = { ...(await readOrigin(home.dir)), ...(isUntried && { untried: true as const }) };
  const built = { ...remote, origin };
  const percent = text('canary') === undefined ? undefined : percentOf(text('canary'));
  const print = (made: { readonly release: string; readonly kilobytes: number }) =>
    say(
      `${remote.id} ${made.release}: ${made.kilobytes.toFixed(1)} of ${remote.budget} kB gzip, in ${home.store.place}`,
    );
  if (flag('test')) {
    await home.build(remote);
    const made = await releaseTest(context, built);
    print(made);
    if (home.testHint) say(home.testHint(remote.id, made.release));
    return;
  }
  const made = await release(context, built, {
    afresh: flag('afresh'),
    canary: percent,
    build: async () => {
      await home.build(remote);
      if (!isUntried) await home.check(remote);
    },
  });
  print(made);
  await printServed(home, remote.id, made.pointers);
  const keep = Number(home.env['RELEASES_KEEP'] || KEEP);
  for (const gone of await prune(home.store, remote.id, { keep, at: new Date() })) say(`removed ${gone}`);
}

/** Whether a remote is another team's: the ring refuses our key, or without a ring our key did not sign its pointer. */
function isOfAnother({ ring, signer }: Context, id: string, signed = ''): boolean {
  if (!signer) return false;
  const { kid } = signer;
  return ring ? refuseKey(ring, { kid, remote: id, at: new Date() }) !== null : kidOf(signed) !== kid;
}

const VERBS: Readonly<Record<string, (home: ReleaseHome, call: Read) => Promise<void>>> = {
  publish,
  async rollback(home, { positionals: [named] }) {
    const { id } = remoteHere(home);
    await printServed(home, id, await rollback(await contextOf(home), id, named));
  },
  async canary(home, { positionals: [share] }) {
    const { id } = remoteHere(home);
    const percent = percentOf(share);
    await printServed(home, id, await canary(await contextOf(home), id, percent));
  },
  list: showList,
  async renew(home, { positionals: [named = home.here?.id] }) {
    const { remotes, signed } = await readPointers(home.store);
    const context = await contextOf(home);
    const those = home.remotes.filter(({ id }) => remotes[id] && id === (named ?? id));
    if (those.length === 0) throw new ReleaseRefused(`There is no release of ${named ?? 'a remote'} yet.`);
    const failures = new Set<string>();
    let skipped = 0;
    for (const { id } of those) {
      if (!named && isOfAnother(context, id, signed[id])) {
        say(`${id}: skipped, because this key does not sign it`);
        skipped += 1;
        continue;
      }
      const renewing = renew(context, id).then((pointers) => printSituation(home, id, pointers));
      await orRefused(renewing, ({ message }) => failures.add(message));
    }
    if (skipped === those.length) failures.add('This key signs none of them.');
    if (failures.size > 0) throw new ReleaseRefused([...failures].join('\n'));
  },
  keys: (home, call) => runKeys(home.keys, call),
};

/** Runs a command of verbs.mjs. Throws ReleaseRefused or WrongArguments. */
export const runVerb = (home: ReleaseHome, verb: string, call: Read): Promise<void> =>
  VERBS[verb]!(home, call);
