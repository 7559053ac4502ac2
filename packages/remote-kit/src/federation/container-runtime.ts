/**
 * What a remote's container does at run time, in place of @module-federation/webpack-bundler-runtime (webpack.shared.js): it takes
 * what it shares from the shell, and provides and loads nothing else. Every remote carries this file: 1 kB, not 14.
 */
import { satisfies, type ShareScope } from './share-scope';

interface Consumed {
  readonly shareKey: string;
  readonly requiredVersion: string;
}

/** The members of webpack's `require` used here. */
interface WebpackRequire {
  readonly m: Record<string, (module: { exports: unknown }) => void>;
  readonly c: Record<string, unknown>;
  readonly consumesLoadingData: { readonly moduleIdToConsumeDataMapping: Readonly<Record<string, Consumed>> };
}

interface Consumes {
  readonly chunkId: string;
  readonly chunkMapping: Readonly<Record<string, readonly string[]>>;
  readonly installedModules: Record<string, Promise<void> | 0>;
  readonly promises: Promise<unknown>[];
  readonly webpackRequire: WebpackRequire;
}

let shared: ShareScope = {};

function providedAs({ shareKey, requiredVersion }: Consumed) {
  const [version, module] = Object.entries(shared[shareKey] ?? {})[0] ?? [];
  if (!version || !module) throw new Error(`the shell does not provide ${shareKey}`);
  if (!satisfies(version, requiredVersion))
    throw new Error(`the shell provides ${shareKey} ${version}, not ${requiredVersion}`);
  return module;
}

/** Makes one shared module known to this container's `require`. */
function install(id: string, { installedModules, promises, webpackRequire }: Consumes): void {
  const put = (factory: () => unknown) => {
    installedModules[id] = 0;
    webpackRequire.m[id] = (module) => {
      delete webpackRequire.c[id];
      module.exports = factory();
    };
  };
  const consumed = webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping[id];
  if (!consumed) throw new Error(`${id} is not shared`);
  const got = providedAs(consumed).get();
  if (typeof got === 'function') return put(got);
  const installing = got.then(put, (error: unknown) => {
    delete installedModules[id]; // the next attempt asks again
    throw error;
  });
  installedModules[id] = installing;
  promises.push(installing);
}

const bundlerRuntime = {
  init: () => ({}),
  initContainerEntry: ({ shareScope }: { readonly shareScope: ShareScope }) => {
    shared = shareScope;
  },
  /** Before a chunk runs: what it takes from the shell is installed. */
  consumes(options: Consumes): void {
    for (const id of options.chunkMapping[options.chunkId] ?? []) {
      const before = options.installedModules[id];
      if (before) options.promises.push(before);
      else if (before === undefined) install(id, options);
    }
  },
};

// a default export, as the code that @module-federation/enhanced writes imports one
export default { runtime: {}, bundlerRuntime };
