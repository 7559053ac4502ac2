import type { RemoteModule } from '@flint/remote-kit';
import type { Dictionary } from '@flint/texts/catalogue';
import { withTimeLimit } from '../time-limit';

/** Longest wait for the texts of a remote: as long as webpack waits for a chunk. */
const PATIENCE_MS = 10_000;

const inEnglish = (): Dictionary => ({});

/** The French texts of a remote; none if they never arrive, so that it is shown in English. Never fails. */
export function frenchOf({ texts }: Pick<RemoteModule, 'texts'>): Promise<Dictionary> {
  const load = async () => (await texts?.fr()) ?? {};
  return withTimeLimit(load(), PATIENCE_MS, inEnglish).catch(inEnglish);
}
