import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILT_FOR } from './contract';

/** Subresource integrity value of some bytes. */
export const sha384 = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The manifest's file name. */
export const MANIFEST = 'mf-manifest.json';

/** Scripts and stylesheets: what a browser runs and applies. Bundlers name ECMAScript modules `.mjs`, too. */
export const CODE = /\.(m?js|css)$/;

/** The part of a sealed manifest that Node reads. */
export interface SealedManifest {
  readonly build: string;
  readonly contract: number;
  /** The path of its files, relative to the manifest; absent: beside it. */
  readonly files?: string;
  readonly integrity: Readonly<Record<string, string>>;
  readonly metaData: { readonly buildInfo: { readonly buildVersion: string } };
  readonly exposes: readonly { readonly name: string }[];
}

/** The sha384 of the files of a folder whose names match, by name. */
export async function hashesOf(dist: string, pattern: RegExp): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(dist)).filter((name) => pattern.test(name)).toSorted();
  const hashes = names.map(async (name) => [name, sha384(await readFile(join(dist, name)))] as const);
  return Object.fromEntries(await Promise.all(hashes));
}

/** Writes build id, contract, and the sha384 of every script, stylesheet and font into the manifest of a built remote. */
export async function sealManifest(dist: string, build: string, contract: number = BUILT_FOR): Promise<void> {
  const file = join(dist, MANIFEST);
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const integrity = await hashesOf(dist, /\.(m?js|css|woff2)$/);
  await writeFile(file, JSON.stringify({ ...manifest, build, contract, integrity }));
}
