import type { RemoteFailureCode } from './remote-store';

interface Report {
  readonly code: RemoteFailureCode | 'shell_crashed';
  readonly remote: string;
  readonly version: string;
  readonly error: unknown;
}

/** One line for whoever looks after the app; the kind of error only, as messages may quote what a student wrote. */
export function reportFailure({ code, remote, version, error }: Report): void {
  const kind = error instanceof Error ? error.name : typeof error;
  console.error(`[flint] ${code} ${remote} ${version} ${kind}`.trim());
}
