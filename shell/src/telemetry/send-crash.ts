import { files } from '../remotes/files';
import type { Report } from '../remotes/report';
import { sendReport } from './send-report';

const MOST = 5;
const PLACE = /^(https?:\/\/\S+):(\d{1,6}):(\d{1,7})$/;

/** Whether a URL is a script of the shell or of a remote, as its build lists it. */
const isOurs = (url: string) => /^sha384-(?!A{64})/.test(files.hash(url));

/**
 * The positions in our own scripts that an error came from: file, line and column, as source maps read them, innermost first. Nothing else
 * of a stack is sent: its message, names and addresses may contain what a student wrote.
 */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { stack = '', message } = error;
  const places = message ? stack.replaceAll(message, '') : stack;
  const found = places.split(/[\s()@]/).flatMap((word) => {
    const [, url = '', line, column] = PLACE.exec(word) ?? [];
    return isOurs(url) ? [`${url.slice(url.lastIndexOf('/') + 1)}:${line}:${column}`] : [];
  });
  return found.slice(0, MOST);
}

/** Reports a crash and its position in our scripts to the server. */
export function sendCrash({ code, remote, version, request = '', error }: Report): void {
  const frames = framesOf(error);
  sendReport({ failures: [{ code, remote, version, request, ...(frames.length > 0 && { frames }) }] });
}
