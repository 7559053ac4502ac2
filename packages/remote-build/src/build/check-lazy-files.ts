import MiniCss from 'mini-css-extract-plugin';
import webpack, { type Compilation, type Compiler } from 'webpack';

const NAME = 'CheckLazyFiles';
const { RuntimeGlobals, RuntimeModule, Template } = webpack;

/** The array of this build's chunks, which the page returns while the first script runs: two builds of a remote share the global name. */
const CHUNKS = `${RuntimeGlobals.require}.flintChunks`;

/** Downloads a failed script past every cache, verifies it, and runs it once more. */
class HealScripts extends RuntimeModule {
  constructor(private readonly isRemote: boolean) {
    super('heal scripts', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    const load = RuntimeGlobals.loadScript;
    const { chunkLoadingGlobal } = this.compilation!.outputOptions;
    return Template.asString([
      ...(this.isRemote ? [`${CHUNKS} = self[${JSON.stringify(chunkLoadingGlobal)}];`] : []),
      `const load = ${load};`,
      `${load} = (url, done, key, id) => load(url, (event) => {`,
      Template.indent([
        `if (event.type !== 'error' || !self.flintFiles) return done(event);`,
        `flintFiles.heal(url).then(() => load(url, done, key, id), () => done(event));`,
      ]),
      `}, key, id);`,
    ]);
  }
}

const styles = (source: string, { tag, href }: { readonly tag: string; readonly href: string }) =>
  Template.asString([
    source,
    `if (self.flintFiles) {`,
    Template.indent([
      `${tag}.integrity = flintFiles.hash(${href});`,
      `const failed = ${tag}.onerror;`,
      `${tag}.onerror = (event) => (flintFiles.style ?? flintFiles.heal)(${href}).then((isThere) => {`,
      Template.indent([
        // missing: the chunk runs unstyled, with a notice (pages of an older shell show the panel)
        `if (!isThere) return ${tag}.onload({ type: 'load' });`,
        // setting the same element's address again does not reload it
        `const again = ${tag}.cloneNode();`,
        `again.onload = ${tag}.onload;`,
        `again.onerror = (event) => (again.remove(), failed(event));`,
        `${tag}.replaceWith(again);`,
      ]),
      `}, () => failed(event));`,
    ]),
    `}`,
  ]);

/**
 * Makes webpack's chunk loading verify every script and stylesheet against the page's hash of it
 * (shell/src/remotes/files.ts), and fetch a changed one once more past the cache. Without a stylesheet the screen is shown unstyled. A page without the shell loads them unverified.
 */
export class CheckLazyFiles {
  readonly #isRemote: boolean;

  constructor({ isRemote }: { readonly isRemote: boolean }) {
    this.#isRemote = isRemote;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation: Compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (source) =>
          `${source}\nscript.integrity = self.flintFiles?.hash(url) ?? '';${this.#isRemote ? `\nscript.flintChunks = ${CHUNKS};` : ''}`,
      );
      MiniCss.getCompilationHooks(compilation).beforeTagInsert.tap(NAME, styles);
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.loadScript)
        .tap(NAME, (chunk) => void compilation.addRuntimeModule(chunk, new HealScripts(this.#isRemote)));
    });
  }
}
