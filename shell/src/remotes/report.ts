import { tell } from '../telemetry/tell';

/** Stable codes of the ways a remote can fail; shown to the student and in reports. */
export type RemoteFailureCode = 'remote_unavailable' | 'remote_contract_mismatch' | 'remote_crashed';

/** Of one file of a build: it came with other bytes than were built, or could not be had. */
type FileFailureCode = `${'remote' | 'shell'}_file_${'changed' | 'unavailable'}`;

interface Report {
  readonly code: RemoteFailureCode | FileFailureCode | 'shell_crashed';
  readonly remote: string;
  readonly version: string;
  readonly error: unknown;
  /** Id of the attempt to load it, as shown to the student. */
  readonly request?: string;
}

/** Eight characters that name one attempt to load a remote, on the panel a student sees and in the report about it. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** One line for whoever looks after the app, here and to the operator's figures; the kind of error only, as messages may quote what a student wrote. */
export function reportFailure({ code, remote, version, error, request = '' }: Report): void {
  const kind = error instanceof Error ? error.name : typeof error;
  const words = [code, remote, version, kind, request].filter(Boolean);
  // oxlint-disable-next-line no-console -- the one line an operator's error collector reads
  console.error(`[flint] ${words.join(' ')}`);
  tell({ failures: [{ code, remote, version, request }] });
}
