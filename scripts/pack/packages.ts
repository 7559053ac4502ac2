import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';

/** The published packages, by folder in `packages/`, dependencies first. */
export const PUBLISHED = [
  'contracts',
  'texts',
  'remote-kit',
  'ui',
  'remote-build',
  'create-flint-remote',
] as const;

export type PublishedPackage = (typeof PUBLISHED)[number];

/** The published part of a `package.json`. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly exports?: Readonly<Record<string, string>>;
  /** Commands of the published package; in this repository they are TypeScript and not installed. */
  readonly publishConfig?: { readonly bin?: Readonly<Record<string, string>> };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const folderOf = (name: PublishedPackage) => path.join(REPOSITORY, 'packages', name);

export const readManifest = (name: PublishedPackage) =>
  JSON.parse(readFileSync(path.join(folderOf(name), 'package.json'), 'utf8')) as SourceManifest;
