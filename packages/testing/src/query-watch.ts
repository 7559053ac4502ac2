import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import type { Connection } from 'mongoose';

/** Commands that read or write documents; the driver sends others by itself. */
const WATCHED = new Set([
  'find',
  'aggregate',
  'count',
  'distinct',
  'insert',
  'update',
  'delete',
  'findAndModify',
]);
/** Fields that the driver adds to each command, and that explain refuses. */
const ADDED = new Set(['lsid', 'txnNumber', '$db', '$clusterTime', '$readPreference', 'writeConcern']);

/** A handful of documents: those of earlier rounds are deleted. */
const MAY_SCAN = 'find match_rounds';

type Command = Readonly<Record<string, unknown>>;

/** At most once in four seconds per session: whether it is valid, and whether its student is banned. */
const isSession = (name: string, { filter }: Command) =>
  name === 'find auth_sessions' ||
  (name === 'find auth_users' && JSON.stringify(filter)?.includes('bannedUntil') === true);

/** One request, and the commands that it made. */
interface Asked {
  readonly route: string;
  readonly commands: string[];
}

interface Started {
  readonly commandName: string;
  readonly command: Command;
}

/** The shape of a command, without its values. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null || value.constructor?.name !== 'Object') return 0;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
};

/** Shapes that this process has explained. */
const explained = new Set<string>();

/** Lets the database explain each shape of query that requests make. */
export function watchQueries(db: Connection) {
  const current = new AsyncLocalStorage<Asked>();
  const kinds = new Map<string, { readonly route: string; readonly command: Command }>();
  let latest: Asked | undefined;
  const note = ({ commandName, command }: Started) => {
    const asked = current.getStore();
    if (!asked || !WATCHED.has(commandName)) return;
    // opens a change stream, and reads nothing
    if (JSON.stringify(command.pipeline)?.startsWith('[{"$changeStream"')) return;
    const name = `${commandName} ${String(command[commandName])}`;
    if (isSession(name, command)) return;
    asked.commands.push(name);
    if (commandName === 'insert' || name === MAY_SCAN) return;
    const kept = Object.fromEntries(Object.entries(command).filter(([field]) => !ADDED.has(field)));
    const shape = `${name} ${JSON.stringify(shapeOf(kept))}`;
    if (!explained.has(shape)) kinds.set(shape, { route: asked.route, command: kept });
  };
  const client = db.getClient();
  client.on('commandStarted', note);

  return {
    /** Wraps a listener and assigns queries to their requests. */
    around:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        latest = { route: `${request.method} ${request.url?.split('?')[0]}`, commands: [] };
        current.run(latest, () => void listener(request, response));
      },
    /** The commands of the latest request ('find profiles'), with the work that it started. */
    latestCommands: (): readonly string[] => latest?.commands ?? [],
    /** Ends the watch; returns a line per query shape that reads a whole collection. */
    async findings(): Promise<string[]> {
      client.off('commandStarted', note);
      // until Node 24, each storage in use slows every promise of the process
      current.disable();
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
    },
  };
}
