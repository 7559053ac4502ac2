/**
 * Writes the content of the container images to a folder: the server and its packages as a few modules, so that no
 * loader runs and few files are read at the start; sharp and lmdb, which have native parts, as files; the page and the remotes as built.
 *
 * Why esbuild: it already compiles our TypeScript in development, through tsx. Why @vercel/nft: it finds the files that they need
 * on this platform, and `npm prune` keeps every package of the workspace (browsers, React, webpack).
 */
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { build, type Plugin } from 'esbuild';
import type { Call } from '../flint/read';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { ENTRIES } from './image-entries';
import { provenanceOf } from './provenance';

/** As deep as scripts/compose, so that the relative path to the root is the same in repository and image. */
const SERVER = 'dist/server';

/** Stays a package of files: it loads native libraries. */
const AS_FILES = ['sharp', 'lmdb'];
/** CommonJS packages need `require` for Node's modules. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

/** umzug loads 0.7 MB for its command line, which we do not use. */
const withoutUmzugCli: Plugin = {
  name: 'without-umzug-cli',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]umzug[\\/]lib[\\/]cli\.js$/ }, () => ({
      contents: 'exports.UmzugCLI = class {};',
    }));
  },
};

export interface Component {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly bytes: number;
}

const packageDir = (file: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

async function componentAt(dir: string, bytes: number): Promise<Component> {
  const { name, version, license } = JSON.parse(
    await readFile(path.join(REPOSITORY, dir, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  return { name: name!, version: version!, licence: license ?? 'unknown', bytes };
}

/** CycloneDX 1.6, as scanners read it. */
const billOfMaterials = (components: readonly Component[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: components.map(({ name, version, licence }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: licence }],
  })),
});

/** Empties `to` and writes an image's files, `sbom.json` and `provenance.json`; returns the included packages by name. */
export async function writeImage(to: string): Promise<readonly Component[]> {
  const server = path.join(REPOSITORY, SERVER);
  await Promise.all([to, server].map((dir) => rm(dir, { recursive: true, force: true })));
  const { metafile } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: { ...ENTRIES },
    outdir: server,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: AS_FILES,
    plugins: [withoutUmzugCli],
    banner: { js: REQUIRE },
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
  });
  const entries = Object.keys(ENTRIES).map((name) => path.join(server, `${name}.mjs`));
  const { fileList } = await nodeFileTrace(entries, { base: REPOSITORY });
  const sizes = new Map<string, number>();
  const count = (file: string, bytes: number) => {
    const dir = packageDir(file);
    if (dir !== undefined) sizes.set(dir, (sizes.get(dir) ?? 0) + bytes);
  };
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) count(file, bytesInOutput);
  for (const file of fileList) {
    if (packageDir(file) === undefined) continue;
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await cp(path.join(REPOSITORY, file), path.join(to, file), { verbatimSymlinks: true });
    count(file, (await stat(path.join(REPOSITORY, file))).size);
  }
  const remotes = remoteWorkspaces().map(({ dir }) => path.relative(REPOSITORY, dir));
  const built = [
    SERVER,
    'shell/dist',
    'desk/dist',
    ...remotes.flatMap((dir) => [`${dir}/dist`, `${dir}/package.json`]),
  ];
  for (const each of built)
    await cp(path.join(REPOSITORY, each), path.join(to, each), { recursive: true, verbatimSymlinks: true });
  const components = await Promise.all([...sizes].map(([dir, bytes]) => componentAt(dir, bytes)));
  components.sort((one, other) => one.name.localeCompare(other.name));
  await writeFile(path.join(to, 'package.json'), '{ "private": true, "type": "module" }\n');
  await writeFile(path.join(to, 'sbom.json'), `${JSON.stringify(billOfMaterials(components), null, 2)}\n`);
  await writeFile(path.join(to, 'provenance.json'), `${JSON.stringify(await provenanceOf(to), null, 2)}\n`);
  return components;
}

/** `npx flint build image`: writes the images' content and lists it. */
export async function main({ positionals: [folder] }: Call): Promise<void> {
  const components = await writeImage(path.resolve(REPOSITORY, folder ?? 'dist/image'));
  for (const { name, version, licence, bytes } of components.toSorted(
    (one, other) => other.bytes - one.bytes,
  ))
    process.stdout.write(`${(bytes / 1e6).toFixed(2).padStart(6)} MB  ${name} ${version}  ${licence}\n`);
  const total = components.reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write(`${components.length} packages, ${(total / 1e6).toFixed(1)} MB\n`);
}
