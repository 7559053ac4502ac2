import { files } from '../remotes/files';
import { remotes } from '../remotes/remote-store';
import { allScreens, remoteOf, screenOfPath } from '../routing/paths';
import { reportCrash } from './report-crash';
import { placesOf } from './send-crash';
import { reportLoad } from './send-report';

/** Most reports of one page: a timer that throws every second says nothing new. */
const MOST = 5;
const told = new Set<string>();

type States = Pick<typeof remotes, 'stateOf'>;

/** Reports it as a failure of the release in use, once per place. The screen stands, so the student is not told. */
function report(remote: string, at: string, error: Error, store: States): void {
  const state = store.stateOf(remote);
  // a newer release is on its way: this one still runs
  const running = state.status === 'loading' ? state.before : state;
  if (running?.status !== 'ready') return;
  const {
    request,
    remote: { version },
  } = running;
  const key = `${remote} ${version} ${at}`;
  if (told.size >= MOST || told.has(key)) return;
  told.add(key);
  reportCrash({ code: 'remote_threw', remote, version, request, error });
  const shown = screenOfPath(location.pathname);
  const screen =
    allScreens().find(({ id }) => id === shown && remoteOf(id) === remote) ??
    allScreens().find((each) => each.remote === remote);
  if (screen) reportLoad({ remote, version, screen: screen.id, failed: true });
}

/**
 * Reports an error that nobody caught, as a failure of the innermost remote in its stack: React and the shell in front of it were called by
 * that remote. Without a remote it is an extension's or the browser's. The release is the one in use, not that of the file, which releases
 * share.
 */
export function reportThrown(error: Error, store: States = remotes): void {
  const place = placesOf(error).find(({ url }) => files.ownerOf(url));
  if (place) report(files.ownerOf(place.url), place.frame, error, store);
}

/** Reports an error in the frame of a foreign remote, of which the shell learns no more. */
export function reportThrownInFrame(remote: string, store: States = remotes): void {
  const error = new Error('an error in its frame');
  // its own stack is the shell's
  error.stack = '';
  report(remote, 'frame', error, store);
}
