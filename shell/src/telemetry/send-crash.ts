import { files } from '../remotes/files';
import type { Report } from '../remotes/report';
import { sendReport } from './send-report';

const MOST = 5;
const PLACE = /^(https?:\/\/\S+):(\d{1,6}):(\d{1,7})$/;

/** Whether a URL is a script of the shell or of a remote, as its build lists it. */
const isOurs = (url: string) => /^sha384-(?!A{64})/.test(files.hash(url));

interface Place {
  readonly url: string;
  /** File, line and column, as source maps read them. */
  readonly frame: string;
}

/**
 * The places in our own scripts that an error came from, innermost first. Only their frames are sent: the message, names and addresses of a
 * stack may contain what a student wrote.
 */
export function placesOf(error: unknown): Place[] {
  if (!(error instanceof Error)) return [];
  const { stack = '', message } = error;
  const places = message ? stack.replaceAll(message, '') : stack;
  return places.split(/[\s()@]/).flatMap((word) => {
    const [, url = '', line, column] = PLACE.exec(word) ?? [];
    return isOurs(url) ? [{ url, frame: `${url.slice(url.lastIndexOf('/') + 1)}:${line}:${column}` }] : [];
  });
}

/** The frames of the innermost places. */
export const framesOf = (error: unknown): string[] =>
  placesOf(error)
    .slice(0, MOST)
    .map(({ frame }) => frame);

/** Reports a crash and its position in our scripts to the server. */
export function sendCrash({ code, remote, version, request = '', error }: Report): void {
  const frames = framesOf(error);
  sendReport({ failures: [{ code, remote, version, request, ...(frames.length > 0 && { frames }) }] });
}
