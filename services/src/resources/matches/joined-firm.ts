import type { Deps } from '../resource';
import type { Firm } from './firm-noes';
import { readPieces, writeFirm } from './rows';

/** The firm noes under which a student joined a round. */
interface Joined {
  readonly mark: string;
  readonly firm: Firm;
  readonly at: string;
}

const parsed = (part: Buffer) => JSON.parse(part.toString()) as Joined;

const write = async (deps: Deps, key: string, joined: Joined): Promise<Joined> =>
  parsed(await writeFirm(deps, key, joined.mark, Buffer.from(JSON.stringify(joined))));

/**
 * Stores the firm noes of a student who joins a round, so that the next one knows of a change that counted. Returns those that were stored
 * first.
 */
export async function holdFirm(deps: Deps, key: string, mark: string, firm: Firm): Promise<Firm> {
  return (await write(deps, key, { mark, firm, at: deps.clock.now().toISOString() })).firm;
}

/** The firm noes under which students joined a round. */
export async function joinedFirm(
  deps: Deps,
  key: string,
  onDamaged: (error: unknown) => void,
): Promise<Joined[]> {
  return (await readPieces(deps, key, 'firm', onDamaged)).map(parsed);
}

/** Passes to a round what was stored after it had read the round before. */
export async function passFirm(deps: Deps, from: string, to: string, readAt: Date): Promise<void> {
  for (const joined of await joinedFirm(deps, from, () => undefined))
    if (Date.parse(joined.at) > readAt.getTime()) await write(deps, to, joined);
}
