import { ROUTES, type Route } from '@flint/contracts';
import { PROTECTED_PARTS, RegistryEntry, type RegistryScreen } from '@flint/contracts/registry';
import { SHIPPED_SCREENS } from '@flint/contracts/shipped-screens';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { refuseOrigin } from './origin';

export type { RegistryEntry };

/** The shipped remotes: entries like any other. */
export const SHIPPED: readonly RegistryEntry[] = [
  ...new Set(SHIPPED_SCREENS.map(({ remote }) => remote)),
].map((id) => ({
  id,
  screens: SHIPPED_SCREENS.filter(({ remote }) => remote === id).map(
    ({ remote: _remote, key: _key, ...screen }): RegistryScreen => ({
      ...screen,
      seenBy: screen.id === 'signIn' ? 'visitors' : 'students',
    }),
  ),
  keys: [],
  owner: 'Flint',
  contact: 'https://flint.invalid/help.html',
}));

const shippedOf = (id: string) => SHIPPED.find((each) => each.id === id);
const shapeOf = ({ screens }: RegistryEntry) =>
  JSON.stringify(screens.map(({ id, route, seenBy }) => [id, route, seenBy]).toSorted());

/** Reserved names: inherited properties of objects, and names of the registry and the shell. */
export const isReserved = (id: string) =>
  id in {} || ['registry', 'shell', 'all', 'files', 'served'].includes(id);

/** Parses an entry. Throws ReleaseRefused with the mistake and its position. */
export function parseEntry(value: unknown): RegistryEntry {
  const { success, data, error } = RegistryEntry.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const at = issue?.path.map(String).join('.') ?? '';
  const why = issue?.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue?.message;
  throw new ReleaseRefused(`The entry is refused: ${at || 'it'} ${why}.`);
}

/** Routes that a foreign remote may be granted: those of a signed-in student, but not those of the account, or after a recent code. */
const GRANTABLE: ReadonlySet<string> = new Set(
  Object.values<Route>(ROUTES)
    .filter(({ auth, proof, path }) => auth === 'user' && !proof && !path.startsWith('/account'))
    .map(({ method, path }) => `${method} ${path}`),
);

/** Why the trust of an entry is refused, as words after its id; null if it is not. */
function refuseTrust({ trust, routes = [] }: RegistryEntry, isShipped: boolean): string | null {
  if (trust !== 'foreign')
    return routes.length > 0 ? 'names routes, which only a foreign remote needs' : null;
  if (isShipped) return 'comes with Flint, and cannot be foreign';
  const unknown = routes.find((route) => !GRANTABLE.has(route));
  return unknown ? `asks for ${unknown}, which no foreign remote gets` : null;
}

/** Why an entry conflicts with others, as words after its id; null if it does not. */
export function refuseEntry(
  entry: RegistryEntry,
  others: readonly RegistryEntry[],
  isReached: boolean,
): string | null {
  const { id, screens, origin, keys } = entry;
  if (isReserved(id)) return 'is a reserved name';
  if (others.some((other) => other.id === id)) return 'is taken';
  const shipped = shippedOf(id);
  if (shipped && shapeOf(shipped) !== shapeOf(entry))
    return 'comes with Flint: its screens and routes stay as they are';
  const seen = new Map<string, string>();
  for (const { id: screen, route, seenBy } of screens) {
    if (screen in {}) return `has a screen with a reserved name (${screen})`;
    if (seenBy === 'visitors' && !shipped) return 'shows a screen to visitors: only sign-in does';
    if (!shipped && PROTECTED_PARTS.has(route.split('/')[1] ?? ''))
      return `asks for ${route}, which is Flint’s`;
    const taken = others.find((other) =>
      other.screens.some((each) => each.route === route || each.id === screen),
    );
    if (taken) return `asks for ${route} (${screen}), which ${taken.id} has`;
    if (seen.has(route) || [...seen.values()].includes(screen)) return `names ${route} (${screen}) twice`;
    seen.set(route, screen);
  }
  const untrusted = refuseTrust(entry, Boolean(shipped));
  if (untrusted) return untrusted;
  if (origin === undefined && !shipped) return 'names no origin of its releases';
  const refused = origin === undefined ? null : refuseOrigin(origin, isReached);
  if (refused) return refused;
  if (origin !== undefined && isReached && !keys.some(({ test, revoked }) => !test && !revoked))
    return 'names no key that may sign its releases';
  return null;
}

/** Every remote of the registry, with the shipped ones. */
export const withShipped = (entries: readonly RegistryEntry[]): readonly RegistryEntry[] => [
  ...SHIPPED.filter(({ id }) => entries.every((entry) => entry.id !== id)),
  ...entries,
];

/** The valid entries, first come first served, and why others are not. An unsigned registry may contain anything. */
export function checkEntries(
  values: readonly unknown[],
  isReached: boolean,
): {
  readonly good: readonly RegistryEntry[];
  readonly refused: readonly (readonly [id: string, reason: string])[];
} {
  const good: RegistryEntry[] = [];
  const refused: (readonly [string, string])[] = [];
  for (const value of values) {
    try {
      const entry = parseEntry(value);
      const reason = refuseEntry(
        entry,
        withShipped(good).filter(({ id }) => id !== entry.id || good.some((each) => each.id === id)),
        isReached,
      );
      if (reason) refused.push([entry.id, reason]);
      else good.push(entry);
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      refused.push(['registry', error.message]);
    }
  }
  return { good, refused };
}
