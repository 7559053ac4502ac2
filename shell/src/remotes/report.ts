import { tell } from '../telemetry/tell';

/** Stable codes of the ways a remote can fail; shown to the student and in reports. */
export type RemoteFailureCode = 'remote_unavailable' | 'remote_contract_mismatch' | 'remote_crashed';

/** Of one file of a build: it came with other bytes than were built, or could not be had. */
type FileFailureCode = `${'remote' | 'shell'}_file_${'changed' | 'unavailable'}`;

export interface Report {
  readonly code: RemoteFailureCode | FileFailureCode | 'shell_crashed';
  readonly remote: string;
  readonly version: string;
  readonly error: unknown;
  /** Id of the attempt to load it, as shown to the student. */
  readonly request?: string;
}

/** Eight characters that name one attempt to load a remote, on the panel a student sees and in the report about it. */
export const newRequestId = (): string =>
  crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0');

/** One line on the console for whoever looks after the app; the kind of error only, as messages may quote what a student wrote. */
export function sayFailure({ code, remote, version, error, request }: Report): void {
  const kind = error instanceof Error ? error.name : typeof error;
  const words = [code, remote, version, kind, request].filter(Boolean);
  // oxlint-disable-next-line no-console -- the one line an operator's error collector reads
  console.error(`[flint] ${words.join(' ')}`);
}

/** The same to the operator's figures. */
export const tellFailure = ({ code, remote, version, request = '' }: Report): void =>
  tell({ failures: [{ code, remote, version, request }] });

export function reportFailure(report: Report): void {
  sayFailure(report);
  tellFailure(report);
}
