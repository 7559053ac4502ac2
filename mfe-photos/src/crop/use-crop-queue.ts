import { LIMITS } from '@flint/contracts';
import { randomKey } from '@flint/contracts/random-key';
import { usePlatform } from '@flint/remote-kit';
import { useState } from 'react';
import type { Album } from '../upload/use-album';

interface Picture {
  readonly id: string;
  readonly file: File;
  /** The photo that it replaces. */
  readonly replaces: string | null;
}

/** Queue of picked pictures that are not cropped yet. */
export function useCropQueue(album: Album) {
  const { notify } = usePlatform();
  const [waiting, setWaiting] = useState<readonly Picture[]>([]);
  const [picked, setPicked] = useState(0);
  const current = waiting[0] ?? null;
  const leave = () => setWaiting((before) => before.filter((each) => each !== current));
  return {
    current,
    /** Position of the current picture, when several were picked. */
    place: picked > 1 ? { number: picked - waiting.length + 1, of: picked } : null,
    async take(files: readonly File[], replaces: string | null = null) {
      const room = replaces ? 1 : LIMITS.photosMax - album.items.length - waiting.length;
      const { checkFiles } = await import('../upload/pick-files');
      const { accepted, problems } = await checkFiles(files, room);
      if (problems.length > 0) notify(problems.join('\n'), 'failure');
      const added = accepted.map((file) => ({ id: randomKey(), file, replaces }));
      setPicked((before) => (waiting.length === 0 ? 0 : before) + added.length);
      setWaiting((before) => [...before, ...added]);
    },
    cancel: leave,
    crop(file: File) {
      album.add(file, current?.replaces ?? null);
      leave();
    },
  };
}
