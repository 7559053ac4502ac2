import { sendReport } from '../telemetry/send-report';

/** Stable codes of the ways in which a remote can fail, in the panel's details and in reports. */
export type RemoteFailureCode = 'remote_unavailable' | 'remote_contract_mismatch' | 'remote_crashed';

/** Codes for one file of a build: it has other bytes than were built, or could not be loaded. */
type FileFailureCode = `${'remote' | 'shell'}_file_${'changed' | 'unavailable'}`;

export interface Report {
  readonly code: RemoteFailureCode | FileFailureCode | 'remote_threw' | 'shell_crashed';
  readonly remote: string;
  readonly version: string;
  readonly error: unknown;
  /** Id of the attempt, as in the panel's details. */
  readonly request?: string;
}

/** An id of eight characters for one attempt to load a remote, in the panel's details and in the report. */
export const newRequestId = (): string =>
  crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0');

/** Logs one line on the console for operators. Only the kind of error: messages may contain what a student wrote. */
export function logFailure({ code, remote, version, error, request }: Report): void {
  const kind = error instanceof Error ? error.name : typeof error;
  const words = [code, remote, version, kind, request].filter(Boolean);
  // oxlint-disable-next-line no-console -- the line that error collectors read
  console.error(`[flint] ${words.join(' ')}`);
}

/** Reports the same to the server. */
export const sendFailure = ({ code, remote, version, request = '' }: Report): void =>
  sendReport({ failures: [{ code, remote, version, request }] });

export function reportFailure(report: Report): void {
  logFailure(report);
  sendFailure(report);
}
