import { files } from '../remotes/files';
import type { Report } from '../remotes/report';
import { tell } from './tell';

const MOST = 5;
const PLACE = /^(https?:\/\/\S+):(\d{1,6}):(\d{1,7})$/;

/** Whether it is a script of ours, the shell's or a remote's, as its build lists it. */
const isOurs = (url: string) => /^sha384-(?!A{64})/.test(files.hash(url));

/**
 * Where in our own scripts an error came from: file, line and column, as source maps read them, the innermost first. Nothing else of a stack: its
 * message, names and addresses may quote a student.
 */
export function framesOf(error: unknown): string[] {
  const { stack, message } = (error ?? {}) as { readonly stack?: unknown; readonly message?: unknown };
  if (typeof stack !== 'string') return [];
  const places = message ? stack.replaceAll(String(message), '') : stack;
  const found = places.split(/[\s()@]/).flatMap((word) => {
    const [, url = '', line, column] = PLACE.exec(word) ?? [];
    return isOurs(url) ? [`${url.slice(url.lastIndexOf('/') + 1)}:${line}:${column}`] : [];
  });
  return found.slice(0, MOST);
}

/** Tells the operator's figures of a crash, and where in our scripts it came from. */
export function tellCrash({ code, remote, version, request = '', error }: Report): void {
  const frames = framesOf(error);
  tell({ failures: [{ code, remote, version, request, ...(frames.length > 0 && { frames }) }] });
}
