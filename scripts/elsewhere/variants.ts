import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createRemote } from 'create-flint-remote';
import { REPOSITORY } from '../compose/remotes';

/** A remote of another repository, and the content of its screen. */
export interface Variant {
  readonly id: string;
  readonly toolchain: string;
  readonly heading: string;
  /** A button, and the text after a click. */
  readonly click?: { readonly button: string | RegExp; readonly shows: string };
  /** A text of its first paragraph. */
  readonly says: string;
  /** Whether it is of another owner, in a frame. */
  readonly isFramed?: boolean;
  /** Whether the screen names its version. */
  readonly saysVersion: boolean;
  /** Its `build` script, if not the default. */
  readonly build?: string;
  /** Writes its sources into a new folder. */
  readonly write: (dir: string, archives: string) => void;
}

/** Copies archives to names without a version, so that dependencies on them do not change. */
function vendorArchives(archives: string, dir: string): void {
  mkdirSync(path.join(dir, 'vendor'), { recursive: true });
  for (const name of readdirSync(archives).filter((each) => each.startsWith('flint-')))
    cpSync(path.join(archives, name), path.join(dir, 'vendor', name.replace(/-\d.*(?=\.tgz$)/, '')));
}

const example = (name: string) => (dir: string, archives: string) => {
  cpSync(path.join(REPOSITORY, 'examples', name), dir, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|vendor|dist|releases|\.flint)$/.test(source),
  });
  vendorArchives(archives, dir);
};

/** With the student's address after it. */
export const SIGNED_IN = 'You are signed in as ';
const seat = { button: 'Offer a seat', shows: '1 seat' };

export const VARIANTS: readonly Variant[] = [
  {
    id: 'clubs',
    toolchain: 'webpack (create-flint-remote)',
    heading: 'Clubs',
    says: SIGNED_IN,
    saysVersion: false,
    write: (dir, archives) => void createRemote('clubs', dir, archives),
  },
  {
    id: 'rides',
    toolchain: 'Rspack',
    heading: 'Rides',
    says: SIGNED_IN,
    click: seat,
    saysVersion: true,
    write: example('remote-elsewhere'),
  },
  {
    id: 'lifts',
    toolchain: 'Vite',
    heading: 'Rides',
    says: SIGNED_IN,
    click: seat,
    saysVersion: true,
    build: 'vite build',
    write: example('remote-elsewhere'),
  },
  {
    id: 'games',
    toolchain: 'React 18 of its own, mount(), in a frame',
    heading: 'Games',
    says: 'You are online.',
    isFramed: true,
    click: { button: 'Play (0)', shows: 'Play (1)' },
    saysVersion: true,
    write: example('foreign-react'),
  },
];
