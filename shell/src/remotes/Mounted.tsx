import { usePlatform, type MountRemote, type ScreenId } from '@flint/remote-kit';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { REMOTE_MS, withTimeLimit } from '../time-limit';
import { createPort } from './mount-port';

interface Props {
  readonly remote: MountRemote;
  readonly screen: ScreenId;
  /** Called with the error of a remote that is no longer shown. */
  readonly onLate: (error: unknown) => void;
}

/** A remote that mounts itself, of another framework or with its own React. It gets an element and the platform without React. */
export function Mounted({ remote, screen, onLate }: Props) {
  const platform = usePlatform();
  const place = useRef<HTMLDivElement>(null);
  const [crash, setCrash] = useState<{ readonly error: unknown } | null>(null);
  const [port] = useState(() => createPort(remote.id, screen, platform));
  // thrown while rendering, so that the error boundary shows the panel
  if (crash) throw crash.error;
  useLayoutEffect(() => port.set(screen, platform), [port, screen, platform]);
  useEffect(() => {
    const element = document.createElement('div');
    place.current?.append(element);
    let isHere = true;
    const fail = (error: unknown) => (isHere ? setCrash({ error }) : onLate(error));
    const mounting = (async () => remote.mount(element, port.open(fail)))();
    const mounted = withTimeLimit(mounting, REMOTE_MS, () => {
      if (isHere && !element.hasChildNodes()) throw new Error(`mount() did not end in ${REMOTE_MS} ms`);
    });
    mounted.catch(fail);
    return () => {
      isHere = false;
      port.close();
      const leave = async () => remote.unmount(element);
      // also before mount() ends: a screen that was left does nothing more
      leave()
        .catch(onLate)
        .finally(() => element.remove());
    };
    // `onLate` changes with each render; the remote does not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [remote, port]);
  return <div ref={place} className="mounted" />;
}
