import { LIMITS } from '@flint/contracts';
import { randomKey } from '@flint/contracts/random-key';
import { usePlatform } from '@flint/remote-kit';
import { useEffect, useRef, useState } from 'react';
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
  const [current = null] = waiting;
  /** Both as they are when a pick has been checked. */
  const now = useRef({ count: 0, waiting });
  useEffect(() => {
    now.current.count = album.items.length;
  });
  const change = (next: readonly Picture[]) => {
    now.current.waiting = next;
    setWaiting(next);
  };
  const leave = () => change(now.current.waiting.filter((each) => each !== current));

  const check = async (files: readonly File[], replaces: string | null) => {
    const { checkFiles } = await import('../upload/pick-files');
    const joining = now.current.waiting.filter((each) => each.replaces === null);
    const room = replaces ? 1 : LIMITS.photosMax - now.current.count - joining.length;
    const { accepted, problems } = await checkFiles(files, room);
    if (problems.length > 0) notify(problems.join('\n'), 'failure');
    const added = accepted.map((file) => ({ id: randomKey(), file, replaces }));
    const before = now.current.waiting;
    setPicked((count) => (before.length === 0 ? 0 : count) + added.length);
    change([...before, ...added]);
  };
  /** The check under way: the next pick has the room that this one leaves. */
  const checking = useRef<Promise<unknown>>(Promise.resolve());
  return {
    current,
    /** Position of the current picture, when several were picked. */
    place: picked > 1 ? { number: picked - waiting.length + 1, of: picked } : null,
    take(files: readonly File[], replaces: string | null = null): Promise<void> {
      const taken = checking.current.catch(() => undefined).then(() => check(files, replaces));
      checking.current = taken;
      return taken;
    },
    cancel: leave,
    crop(file: File) {
      album.add(file, current?.replaces ?? null);
      leave();
    },
  };
}
