/** What a remote says of itself. Apart from settings.ts, which decides once, when it loads, whether this is development. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, ReleaseRefused } from '../release/refused';
import type { TrustedKey } from '../release/signing/key-ring';

/** The file that the platform registers, as far as a build reads it. */
export interface Entry {
  readonly id: string;
  readonly screens: readonly { readonly id: string }[];
  readonly origin?: string;
  readonly keys?: readonly Omit<TrustedKey, 'remotes'>[];
}

/** A remote's `package.json`. */
interface RemotePackage {
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly remote: {
    readonly id: string;
    /** The port of its development server. */
    readonly port: number;
    readonly screens: readonly string[];
    /** The maximum kB (1000 bytes, gzip) of its scripts and styles together; a larger release is refused. */
    readonly budget: number;
  };
  /** Of a remote elsewhere. */
  readonly entry?: Entry;
}

/** Of a remote elsewhere, unless its package.json says otherwise. */
const BUDGET = 100;
const PORT = 4500;

export const entryFileOf = (dir: string): string => join(dir, 'flint-remote.json');

/** The `remote` block of a remote elsewhere. */
const blockOf = ({ id, screens = [], origin = '' }: Entry) => ({
  id,
  port: (URL.canParse(origin) && Number(new URL(origin).port)) || PORT,
  screens: screens.map((screen) => screen.id),
  budget: BUDGET,
});

/** Reads a folder's package.json, with its `remote` block: elsewhere, flint-remote.json has it. Throws ReleaseRefused if there is none. */
export function readRemotePackage(dir: string): RemotePackage {
  const read = <T>(file: string) => parseJson<T>(readFileSync(file, 'utf8'), file);
  const entryFile = entryFileOf(dir);
  const manifest = read<Omit<RemotePackage, 'remote'> & Partial<Pick<RemotePackage, 'remote'>>>(
    join(dir, 'package.json'),
  );
  const entry = existsSync(entryFile) ? read<Entry>(entryFile) : undefined;
  const remote = { ...(entry && blockOf(entry)), ...manifest.remote } as RemotePackage['remote'];
  if (!remote.id || !remote.port || !remote.screens)
    throw new ReleaseRefused(`${dir} has no flint-remote.json with an id and screens.`);
  return { ...manifest, remote, ...(entry && { entry }) };
}
