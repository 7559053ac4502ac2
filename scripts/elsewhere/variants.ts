import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createRemote } from 'create-flint-remote';
import { REPOSITORY } from '../compose/remotes';

/** A remote of another repository, and what its screen shows. */
export interface Variant {
  readonly id: string;
  readonly toolchain: string;
  readonly heading: string;
  /** A button, and what it says or shows once it was clicked. */
  readonly click?: { readonly button: string | RegExp; readonly shows: string };
  /** Whether the screen names its version. */
  readonly saysVersion: boolean;
  /** Its `build` script, where it is not the one it comes with. */
  readonly build?: string;
  /** Writes its sources into a folder that is not there yet. */
  readonly write: (dir: string, archives: string) => void;
}

/** Archives under names without a version: what depends on them stays the same at the next one. */
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

const seat = { button: 'Offer a seat', shows: '1 seat' };

export const VARIANTS: readonly Variant[] = [
  {
    id: 'clubs',
    toolchain: 'webpack (create-flint-remote)',
    heading: 'Clubs',
    saysVersion: false,
    write: (dir, archives) => void createRemote('clubs', dir, archives),
  },
  {
    id: 'rides',
    toolchain: 'Rspack',
    heading: 'Rides',
    click: seat,
    saysVersion: true,
    write: example('remote-elsewhere'),
  },
  {
    id: 'lifts',
    toolchain: 'Vite',
    heading: 'Rides',
    click: seat,
    saysVersion: true,
    build: 'vite build',
    write: example('remote-elsewhere'),
  },
  {
    id: 'games',
    toolchain: 'React 18 of its own, mount()',
    heading: 'Games',
    click: { button: 'Play (0)', shows: 'Play (1)' },
    saysVersion: true,
    write: example('foreign-react'),
  },
];
