import { ALERT_KINDS, type AlertChange, type AlertChoices } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { clockTime } from '@flint/contracts/week/zone';
import type { Deps } from '../resource';
import { alertChoices, type AlertChoice } from './alert.model';

/** Every kind, and no names. */
const DEFAULT = { kinds: [...ALERT_KINDS], quietFrom: null, quietTo: null, showNames: false };

/** A student's alert settings. */
export async function choicesOf({ db }: Deps, userId: string): Promise<AlertChoices> {
  const found = await alertChoices(db).findById(userId).lean<AlertChoice>();
  const { kinds, quietFrom, quietTo, showNames } = found ?? DEFAULT;
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { kinds: ALERT_KINDS.filter((kind) => kinds.includes(kind)), quiet, showNames };
}

/** Changes only what is named: another device may change the rest at the same time. */
export async function choose(
  { db }: Deps,
  userId: string,
  { kind, quiet, ...named }: AlertChange,
): Promise<void> {
  const own = { _id: userId };
  const hours = quiet !== undefined && { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null };
  await alertChoices(db).updateOne(own, { $setOnInsert: DEFAULT }, { upsert: true });
  await alertChoices(db).updateOne(own, { $set: { ...named, ...hours } });
  if (kind)
    await alertChoices(db).updateOne(own, { [kind.isWanted ? '$addToSet' : '$pull']: { kinds: kind.id } });
}

/** The end of the quiet hours that contain `now` on the clock of `timeZone`; null outside quiet hours. */
export function quietEnd(quiet: AlertChoices['quiet'], now: Date, timeZone: string): Date | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const hourOf = (at: number) => clockTime(timeZone, at).getUTCHours();
  const isQuiet = (hour: number) =>
    quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
  const begun = now.getTime() - (now.getTime() % HOUR_MS);
  if (!isQuiet(hourOf(now.getTime()))) return null;
  for (let at = begun + HOUR_MS / 2; ; at += HOUR_MS / 2)
    if (!isQuiet(hourOf(at)) && at > now.getTime()) return new Date(at);
}
