import { setTimeout as delay } from 'node:timers/promises';
import { cipherOf } from './infra/field-cipher';
import { DATA, dataKeys, liveProcesses, type DataKeys } from './infra/processes';
import { reseal } from './infra/sealed-fields';
import { SEALED } from './resources/index';
import type { Deps } from './resources/resource';

const HELP = `npx flint operate data-keys                  the sealing key, the keys in use and the keys configured here
npx flint operate data-keys rotate <key>  seals everything under that key; without one, the new key of DATA_KEYS, or that of an unfinished rotation

To change keys: add a new one to DATA_KEYS, restart every process, rotate, then remove the old one and restart again. Keep it while a backup needs it. The order in DATA_KEYS means nothing.`;

/** Why nothing can be done, in one sentence. */
class Refused extends Error {}

type Say = (line: string) => void;

export interface RotateOptions {
  /** Between two passes that find nothing more to seal, and between two looks at the processes. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 5_000;
/** Passes that still find something before a rotation gives up. */
const PASSES = 20;

const idOf = (fingerprint: string) => fingerprint.slice(0, fingerprint.indexOf(':'));
const idsOf = (fingerprints: Iterable<string>) => [...fingerprints].map(idOf).sort().join(', ');
const processesIn = (count: number) => `${count} running ${count === 1 ? 'process' : 'processes'}`;

/** The fingerprint of the key to rotate to. */
function targetOf(deps: Deps, { seals, rotatingTo, retired }: DataKeys, wanted: string | undefined): string {
  const held = cipherOf(deps).fingerprints;
  if (wanted === undefined) {
    const fresh = [...held].filter(([id, key]) => id !== 'local' && key !== seals && !retired.includes(key));
    if (rotatingTo !== null) return rotatingTo;
    if (fresh.length > 1) throw new Refused(`say which key: ${fresh.map(([id]) => id).join(' or ')}.`);
    return fresh[0]?.[1] ?? seals;
  }
  const key = held.get(wanted);
  if (key === undefined) throw new Refused(`DATA_KEYS has no key ${wanted}.`);
  return key;
}

/** Lets every process seal with the key; returns when each reports it. */
async function switchTo(deps: Deps, key: string, before: DataKeys, say: Say, pauseMs: number): Promise<void> {
  const keys = dataKeys(deps.db);
  // a process that starts from here on must hold the key; those that run are asked
  await keys.updateOne(DATA, { $addToSet: { inUse: key }, $set: { rotatingTo: key } });
  const lacking = (await liveProcesses(deps)).filter((each) => !each.keys.includes(key)).length;
  if (lacking > 0) {
    const { inUse, rotatingTo } = before;
    await keys.updateOne({ ...DATA, rotatingTo: key }, { $set: { inUse, rotatingTo } });
    throw new Refused(
      `${processesIn(lacking)} ${lacking === 1 ? 'lacks' : 'lack'} the key ${idOf(key)}. Restart with the same DATA_KEYS, then rotate.`,
    );
  }
  const own = { ...DATA, rotatingTo: key };
  await keys.updateOne(own, {
    $set: { seals: key, ...(before.seals !== key && { switchedAt: new Date() }) },
  });
  for (;;) {
    const waiting = (await liveProcesses(deps)).filter((each) => each.sealsWith !== key).length;
    if (!(await keys.exists({ ...own, seals: key }))) throw new Refused('another rotation has begun.');
    if (waiting === 0) return;
    say(`waiting until ${processesIn(waiting)} ${waiting === 1 ? 'seals' : 'seal'} with ${idOf(key)}`);
    await delay(pauseMs);
  }
}

/** One pass over everything that is sealed. */
async function pass(deps: Deps, say: Say) {
  const sum = { sealed: 0, damaged: 0 };
  for (const fields of SEALED) {
    const total = await deps.db.collection(fields.collection).estimatedDocumentCount();
    const { sealed, damaged } = await reseal(deps, fields, (documents) =>
      say(`${fields.collection}: ${documents} of ${total}`),
    );
    sum.sealed += sealed;
    sum.damaged += damaged;
  }
  return sum;
}

async function rotate(
  deps: Deps,
  wanted: string | undefined,
  say: Say,
  { pauseMs = PAUSE_MS }: RotateOptions,
): Promise<void> {
  const keys = dataKeys(deps.db);
  const before = (await keys.findOne(DATA).lean<DataKeys>())!;
  const key = targetOf(deps, before, wanted);
  await switchTo(deps, key, before, say, pauseMs);
  let count = 0;
  let damaged = 0;
  for (let passes = 0, empty = 0; empty < 2; passes++) {
    if (passes === PASSES)
      throw new Refused(
        `something still seals under another key, perhaps a process of an older version: end it, and rotate again. Remove no key.`,
      );
    if (passes > 0) await delay(pauseMs);
    const found = await pass(deps, say);
    count += found.sealed;
    damaged = found.damaged;
    empty = found.sealed === 0 ? empty + 1 : 0;
  }
  const old = [...before.inUse, ...before.retired].filter((each) => each !== key);
  const { matchedCount } = await keys.updateOne(
    { ...DATA, rotatingTo: key, seals: key },
    { $set: { inUse: [key], rotatingTo: null, retired: [...new Set(old)] } },
  );
  if (matchedCount === 0) throw new Refused('another rotation has begun.');
  if (damaged > 0) say(`${damaged} damaged fields open with no key; they stay as they are.`);
  say(`${count} fields were sealed under ${idOf(key)}.`);
  if (old.length > 0)
    say(
      `Nothing in the database is left under another key: ${idsOf(new Set(old))} may be removed from DATA_KEYS.\nKeep it beside FLINT_SECRET until the backups of today and before are deleted: a restore needs it.`,
    );
}

/**
 * Implements `npx flint operate data-keys`; returns the exit code. A rotation can be interrupted at any moment and repeated: every field stays
 * readable. It says that an old key may be removed only after every process seals with the new one and nothing in the database is left under the old one.
 */
export async function runDataKeys(
  deps: Deps,
  [command = 'list', wanted]: readonly string[],
  say: Say,
  options: RotateOptions = {},
): Promise<0 | 1 | 2> {
  if (command === 'list') {
    const { seals, inUse, rotatingTo } = (await dataKeys(deps.db).findOne(DATA).lean<DataKeys>())!;
    say(`seals: ${idOf(seals)}`);
    say(`in use: ${idsOf(inUse)}`);
    say(`held: ${[...cipherOf(deps).fingerprints.keys()].join(', ')}`);
    if (rotatingTo !== null)
      say(`a rotation to ${idOf(rotatingTo)} has not ended: npx flint operate data-keys rotate`);
    return 0;
  }
  if (command !== 'rotate') {
    say(HELP);
    return 2;
  }
  try {
    await rotate(deps, wanted, say, options);
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(`Not done: ${error.message}`);
    return 1;
  }
}
