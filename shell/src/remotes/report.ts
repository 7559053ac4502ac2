/** Stable codes of the ways a remote can fail; shown to the student and in reports. */
export type RemoteFailureCode = 'remote_unavailable' | 'remote_contract_mismatch' | 'remote_crashed';

interface Report {
  readonly code: RemoteFailureCode | 'shell_crashed';
  readonly remote: string;
  readonly version: string;
  readonly error: unknown;
}

/** One line for whoever looks after the app; the kind of error only, as messages may quote what a student wrote. */
export function reportFailure({ code, remote, version, error }: Report): void {
  const kind = error instanceof Error ? error.name : typeof error;
  // oxlint-disable-next-line no-console -- the one line an operator's error collector reads
  console.error(`[flint] ${code} ${remote} ${version} ${kind}`.trim());
}
