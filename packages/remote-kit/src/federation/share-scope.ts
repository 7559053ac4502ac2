/** What the shell lends to remotes, as webpack containers know it: share key -> version -> how to get the module. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, SharedModule>>>>;

export interface SharedModule {
  /** Who provides it. */
  readonly from: string;
  /** The module's factory, at once where the module is there already. */
  get(): Factory | Promise<Factory>;
}

type Factory = () => unknown;

/** What a remote's entry file leaves behind: webpack's container protocol. */
export interface Container {
  init(scope: ShareScope): unknown;
  /** Throws for a name that is not exposed. */
  get(name: string): Promise<Factory>;
}

const numbersOf = (version: string) => version.split('.').map(Number);

function isWithin(version: string, caret: string): boolean {
  const [major, minor = 0, patch = 0] = numbersOf(version);
  const [sameMajor, leastMinor = 0, leastPatch = 0] = numbersOf(caret.trim().slice(1));
  if (major !== sameMajor) return false;
  return minor > leastMinor || (minor === leastMinor && patch >= leastPatch);
}

/**
 * Whether a release version lies in a range of the only form webpack.shared.js writes: `^1.2.3`, or several with `||` between.
 * Above 0.x, as npm's semver says it.
 */
export const satisfies = (version: string, range: string): boolean =>
  range.split('||').some((caret) => isWithin(version, caret));
