import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { ROUTES, type Route } from '@flint/contracts';
import type { Connection } from 'mongoose';
import { MAY_SCAN, MORE_QUERIES, QUERIES_MAX } from './query-budgets';

/** Commands that read or write documents; the driver sends others by itself. */
const COUNTED = new Set([
  'find',
  'aggregate',
  'count',
  'distinct',
  'insert',
  'update',
  'delete',
  'findAndModify',
]);
const EXPLAINED = new Set([...COUNTED].filter((name) => name !== 'insert'));
/** Fields that the driver adds to each command, and that explain refuses. */
const ADDED = new Set(['lsid', 'txnNumber', '$db', '$clusterTime', '$readPreference', 'writeConcern']);

const SESSION = 'find auth_sessions';
const isBanLookup = (on: string, { filter }: Command) =>
  on === 'auth_users' && JSON.stringify(filter)?.includes('bannedUntil') === true;

/** Two more for a request with an Idempotency-Key. */
const REPEAT_KEYS = 'idempotency_keys';

/** Two more for each write: it checks before and after whether its student was erased. */
const ERASED = 'find erased_accounts';
/** The cost of undoing a write whose student was erased meanwhile. */
const ERASING = 'delete auth_users';

/** Work that a request starts counts for so long after its response; timers do not count. */
const SET_OFF_MS = 2_000;

type Command = Readonly<Record<string, unknown>>;

/** The queries of one request. */
interface Asked {
  readonly route: string;
  readonly commands: string[];
  answeredAt?: number;
}

interface Started {
  readonly commandName: string;
  readonly command: Command;
}

const ID = /\/(?:[\w-]{20,}|[^/]*@[^/]*)(?=\/|\.ics$|$)/gi;
const patterns = (Object.values(ROUTES) as readonly Route[])
  .map(({ method, path }) => ({
    name: `${method} ${path}`,
    isLiteral: !path.includes('{'),
    pattern: new RegExp(`^${method} /api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => Number(b.isLiteral) - Number(a.isLiteral));

/** The contract's route of a request; other addresses without their ids. */
function routeOf(method = 'GET', url = '/'): string {
  const asked = `${method} ${url.split('?')[0]}`;
  return patterns.find(({ pattern }) => pattern.test(asked))?.name ?? asked.replace(ID, '/{id}');
}

/** The shape of a command, without its values. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null || value.constructor?.name !== 'Object') return 0;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
};

/** Shapes that this process has explained. */
const explained = new Set<string>();

/** The query budget of a route. */
export const allowedFor = (route: string): number => MORE_QUERIES[route]?.most ?? QUERIES_MAX;

/** Counts the queries of each request, and lets the database explain each shape. */
export function watchQueries(db: Connection) {
  const current = new AsyncLocalStorage<Asked>();
  const requests: Asked[] = [];
  const kinds = new Map<string, { readonly route: string; readonly command: Command }>();
  const note = ({ commandName, command }: Started) => {
    const asked = current.getStore();
    if (!asked || !COUNTED.has(commandName)) return;
    if (asked.answeredAt && Date.now() - asked.answeredAt > SET_OFF_MS) return;
    // opens a change stream, and reads nothing
    if (JSON.stringify(command.pipeline)?.startsWith('[{"$changeStream"')) return;
    const on = String(command[commandName]);
    if (on === REPEAT_KEYS || `${commandName} ${on}` === ERASED) return;
    // at most once in four seconds per session: whether it is valid, and whether its student is banned
    const isSession = `${commandName} ${on}` === SESSION || isBanLookup(on, command);
    if (isSession && !asked.route.includes(' /auth/')) return;
    asked.commands.push(`${commandName} ${on}`);
    if (!EXPLAINED.has(commandName) || MAY_SCAN[`${commandName} ${on}`]) return;
    const kept = Object.fromEntries(Object.entries(command).filter(([name]) => !ADDED.has(name)));
    const shape = `${commandName} ${on} ${JSON.stringify(shapeOf(kept))}`;
    if (!explained.has(shape)) kinds.set(shape, { route: asked.route, command: kept });
  };
  const client = db.getClient();
  client.on('commandStarted', note);

  const tooMany = (): string[] =>
    requests
      .map(({ route, commands }) => ({
        route,
        commands,
        most: commands.includes(ERASING) ? allowedFor('DELETE /account') : allowedFor(route),
      }))
      .filter(({ commands, most }) => commands.length > most)
      .map(
        ({ route, commands, most }) =>
          `${route} made ${commands.length} queries, ${most} are allowed: ${commands.join(', ')}`,
      );

  /** Query shapes that read a whole collection. */
  const scans = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const [shape, { route, command }] of kinds) {
      explained.add(shape);
      const plan = await db
        .db!.command({ explain: command, verbosity: 'queryPlanner' })
        .catch((error: Error) => {
          // a test of outages stopped the database
          if (error.name === 'MongoServerError') throw error;
          return null;
        });
      if (JSON.stringify(plan).includes('"COLLSCAN"'))
        found.push(`${route} reads a whole collection: ${JSON.stringify(command)}`);
    }
    return found;
  };

  return {
    /** Wraps a listener and assigns queries to their requests. */
    around:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        const asked: Asked = { route: routeOf(request.method, request.url), commands: [] };
        requests.push(asked);
        response.once('close', () => (asked.answeredAt = Date.now()));
        current.run(asked, () => void listener(request, response));
      },
    /** The commands of the latest request ('find profiles'), with the work that it started. */
    latestCommands: (): readonly string[] => requests.at(-1)?.commands ?? [],
    /** Ends the watch; returns a line per request over its budget and per query shape without an index. */
    async findings(): Promise<string[]> {
      client.off('commandStarted', note);
      // until Node 24, each storage in use slows every promise of the process
      current.disable();
      const record = process.env.FLINT_RECORD_QUERIES;
      if (record) {
        const lines = requests.map(
          ({ route, commands }) => `${commands.length}\t${route}\t${commands.join(', ')}\n`,
        );
        appendFileSync(record, lines.join(''));
      }
      return [...new Set([...tooMany(), ...(await scans())])];
    },
  };
}
