import { deskOperators, EnvError, type Env } from '../env';

export interface DeskSettings {
  /** Names of operators by the address for their codes. */
  readonly operators: ReadonlyMap<string, string>;
  readonly port: number;
  /** Origin of the desk; null if it follows from the port. */
  readonly origin: string | null;
}

const ABOVE = 90;
const PORT_MAX = 65_535;

/** The desk's port: DESK_PORT, else an offset from PORT; any free port if PORT is 0. */
export function deskPort({ PORT, DESK_PORT }: Pick<Env, 'PORT' | 'DESK_PORT'>): number {
  if (DESK_PORT !== undefined) return DESK_PORT;
  if (PORT === 0) return 0;
  return PORT + ABOVE > PORT_MAX ? PORT - ABOVE : PORT + ABOVE;
}

/** The settings of the desk, with `operators` in place of DESK_OPERATORS if given. Throws EnvError for missing settings. */
export function deskSettings(env: Env, operators = env.DESK_OPERATORS): DeskSettings {
  const byAddress = deskOperators(operators) ?? new Map<string, string>();
  const { DESK_URL, PUBLIC_URL, NODE_ENV } = env;
  const lines: string[] = [];
  if (byAddress.size === 0)
    lines.push('DESK_OPERATORS: name who may use the desk, such as kim=kim@campus.edu, lou=lou@campus.edu');
  if (NODE_ENV === 'production' && !DESK_URL?.startsWith('https://'))
    lines.push('DESK_URL: production needs an https address for the desk');
  if (DESK_URL && NODE_ENV === 'production' && new URL(DESK_URL).hostname === new URL(PUBLIC_URL).hostname)
    lines.push('DESK_URL: the desk needs a host name of its own, not the students’');
  if (lines.length > 0) throw new EnvError(lines);
  return { operators: byAddress, port: deskPort(env), origin: DESK_URL ? new URL(DESK_URL).origin : null };
}
