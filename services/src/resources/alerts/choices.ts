import { ALERT_KINDS, type AlertChoices } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import type { Deps } from '../resource';
import { alertChoices, type AlertChoice } from './alert.model';

/** A student's alert settings. Default: every kind, and no names. */
export async function choicesOf({ db }: Deps, userId: string): Promise<AlertChoices> {
  const found = await alertChoices(db).findById(userId).lean<AlertChoice>();
  if (!found) return { kinds: [...ALERT_KINDS], quiet: null, showNames: false };
  const { kinds, quietFrom, quietTo, showNames } = found;
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { kinds, quiet, showNames };
}

export async function choose(
  { db }: Deps,
  userId: string,
  { kinds, quiet, showNames }: AlertChoices,
): Promise<void> {
  const set = {
    kinds: ALERT_KINDS.filter((kind) => kinds.includes(kind)),
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    showNames,
  };
  await alertChoices(db).updateOne({ _id: userId }, { $set: set }, { upsert: true });
}

/** The end of the quiet hours that contain `now` on the clock of `timeZone`; null outside quiet hours. */
export function quietEnd(quiet: AlertChoices['quiet'], now: Date, timeZone: string): Date | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const hourOf = (at: number) =>
    Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(new Date(at)),
    );
  const isQuiet = (hour: number) =>
    quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
  const begun = now.getTime() - (now.getTime() % HOUR_MS);
  if (!isQuiet(hourOf(now.getTime()))) return null;
  for (let at = begun + HOUR_MS / 2; ; at += HOUR_MS / 2)
    if (!isQuiet(hourOf(at)) && at > now.getTime()) return new Date(at);
}
