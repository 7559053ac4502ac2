import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY, remoteRooms } from '../compose/remotes';
import { addAppFiles } from './app-files';
import { compile, type Compiled, type Room } from './compile';
import { precompress } from '@flint/remote-build/build/compress';
import { buildId } from './inputs';
import { withBuildLock } from './lock';
import { sealManifest } from '@flint/remote-build/build/seal';
import { measureRoom, type RoomSize } from '@flint/remote-build/build/sizes';

interface BuildOptions {
  /** The workspaces to build (`shell`, `mfe-offers`); default: all. */
  readonly only?: readonly string[];
  /** Also builds what is up to date. */
  readonly force?: boolean;
  readonly log?: (line: string) => void;
}

export interface BuildReport {
  /** The compiled workspaces; the others were up to date. */
  readonly built: readonly string[];
  readonly sizes: readonly RoomSize[];
}

/** The shell, every remote and the safety desk, in the order they are printed. */
export function browserRooms(): Room[] {
  const remotes = remoteRooms().map(({ dir }): Room => ({ name: roomName(dir), kind: 'remote', dir }));
  const own = (name: 'shell' | 'desk'): Room => ({ name, kind: name, dir: join(REPOSITORY, name) });
  return [own('shell'), ...remotes, own('desk')];
}

const roomName = (dir: string) => dir.slice(REPOSITORY.length + 1);
const distOf = (room: Room) => join(room.dir, 'dist');
const stampOf = (room: Room) => join(distOf(room), '.build-id');

function isFresh(room: Room, id: string): boolean {
  const stamp = stampOf(room);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === id;
}

/**
 * Updates `dist/` of the shell and the remotes: compiles the workspaces whose inputs changed, in one process,
 * writes integrity hashes into the manifests, and compressed copies. Concurrent calls wait. Throws
 * webpack's own text if a workspace does not compile; the others are still built.
 */
export async function buildBrowser(options: BuildOptions = {}): Promise<BuildReport> {
  const { only, force = false, log = () => undefined } = options;
  const rooms = browserRooms().filter(({ name }) => !only || only.includes(name));
  const isStale = (room: Room) => force || !isFresh(room, buildId(room.dir));
  if (!rooms.some(isStale)) return { built: [], sizes: [] };
  return withBuildLock(join(REPOSITORY, '.cache'), async () => {
    const stale = rooms.filter(isStale);
    const ids = new Map(stale.map((room) => [room.name, buildId(room.dir)]));
    const report = ({ room, seconds }: Compiled) => log(`  ${room.name.padEnd(18)}${seconds.toFixed(1)} s`);
    const broken = stale.length > 0 ? await compile(stale, report) : null;
    const built = stale.filter((room) => !broken?.rooms.includes(room));
    for (const room of built) {
      const id = ids.get(room.name) ?? '';
      if (room.kind === 'remote') await sealManifest(distOf(room), id);
      else if (room.kind === 'shell') await addAppFiles(room.dir);
      await precompress(distOf(room));
      await writeFile(stampOf(room), id);
    }
    if (broken) throw new Error(broken.text);
    return {
      built: built.map(({ name }) => name),
      sizes: built.map((room) => measureRoom(room.name, distOf(room))),
    };
  });
}
