import { asStudent, send, type Reply } from '../api';

/** Everything an observer received in one step of a world. */
export interface Entry {
  readonly to: string;
  /** The request, or 'notice', 'event'. */
  readonly what: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export const entryOf = (to: string, what: string, { status, headers, text }: Reply): Entry => ({
  to,
  what,
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')),
  body: text,
});

/** A request to the API, or to an address that the API gave. */
export function request(url: string, token: string, what: string, body?: unknown): Promise<Reply> {
  const [method = '', at = ''] = what.split(' ');
  const path = at.startsWith('/api/') || at.startsWith('/storage/') ? at : `/api/v1${at}`;
  const headers = {
    ...asStudent({ token }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return send(url, method, path, { headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** Ids, keys and signatures. */
const NAMES = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24,}|[\w-]{22,}/g;

const kindOf = (name: string) =>
  `${/^[0-9a-f]+$/.test(name) ? 'hex' : /^[0-9a-f-]{36}$/.test(name) ? 'uuid' : 'base64url'}${name.length}`;

/**
 * Two transcripts as text, a line for each entry, with what is random made comparable: a name that only one world has is replaced by its pattern and the
 * place of its first appearance among such names. A name of both worlds stays, and so does every instant: the worlds have one clock.
 */
export function comparable(worlds: readonly (readonly Entry[])[]): string[][] {
  const lines = worlds.map((entries) => entries.map((entry) => JSON.stringify(entry)));
  const known = lines.map((all) => new Set(all.flatMap((line) => line.match(NAMES) ?? [])));
  return lines.map((all) => {
    const order = new Map<string, number>();
    return all.map((line) =>
      line.replace(NAMES, (name) => {
        if (known.every((names) => names.has(name))) return name;
        if (!order.has(name)) order.set(name, order.size);
        return `<${kindOf(name)} ${order.get(name)}>`;
      }),
    );
  });
}
