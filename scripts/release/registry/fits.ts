import { satisfies, validRange } from 'semver';
import { ReleaseRefused } from '@flint/remote-build/release/refused';

/** The versions of the packages that the shell shares; a test compares them with webpack.shared.js. */
export const LENT: Readonly<Record<string, string>> = {
  react: '19.3.1',
  'react/jsx-runtime': '19.3.1',
  'react-dom': '19.3.1',
  '@flint/remote-kit': '1.3.1',
  '@flint/remote-kit/data': '1.3.1',
};

interface Shared {
  readonly name?: string;
  readonly requiredVersion?: string | false;
  readonly singleton?: boolean;
  /** The remote's own copy. */
  readonly assets?: {
    readonly js?: { readonly sync?: readonly string[]; readonly async?: readonly string[] };
  };
}

const hasFiles = ({ assets }: Shared) =>
  [...(assets?.js?.sync ?? []), ...(assets?.js?.async ?? [])].length > 0;

/** The requirements in a remote's manifest. */
export interface Needs {
  readonly contract?: unknown;
  readonly shared?: readonly Shared[];
  readonly metaData?: { readonly remoteEntry?: { readonly type?: unknown } };
}

/**
 * Throws ReleaseRefused if a release needs another contract, or other versions of shared packages, than this shell has. A foreign remote runs in a
 * frame, which has no packages to share.
 */
export function assertFitsShell(
  { contract, shared = [], metaData }: Needs,
  shellContract: number,
  isForeign = false,
): void {
  if (contract !== shellContract && contract !== shellContract - 1)
    throw new ReleaseRefused(
      `was built for contract ${String(contract ?? 'none')}; this shell takes ${shellContract - 1} and ${shellContract}`,
    );
  if (isForeign) {
    if (['module', 'esm'].includes(String(metaData?.remoteEntry?.type)))
      throw new ReleaseRefused('is an ECMAScript module, which runs in no frame: build a classic script');
    const taken = shared.find((each) => !hasFiles(each));
    if (!taken) return;
    throw new ReleaseRefused(
      `takes ${taken.name} from the page, and a frame shares nothing: create it with --with own-react`,
    );
  }
  for (const { name = '', requiredVersion, singleton } of shared) {
    const lent = Object.hasOwn(LENT, name) ? LENT[name] : undefined;
    // a package that is not a singleton may have its own copy
    if (!lent || !singleton || !requiredVersion) continue;
    if (validRange(requiredVersion) === null)
      throw new ReleaseRefused(`asks for ${name} “${requiredVersion}”, which is no range of versions`);
    if (!satisfies(lent, requiredVersion))
      throw new ReleaseRefused(`needs ${name} ${requiredVersion}; this shell lends ${lent}`);
  }
}
