import { isDocument, type Document } from '../bson/values';
import { fail } from '../errors';
import { countRecords, type Find, type Statistics } from '../read/find';
import { leadingQuery } from './pipeline';
import { entriesOf, type Handler, type Request } from './request';

const planOf = ({ indexes, sorted }: Statistics, sort: Document | undefined): Document => {
  const fetch =
    indexes.length > 0
      ? { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: indexes.join(',') } }
      : { stage: 'COLLSCAN' };
  const sorts = sort && Object.keys(sort).length > 0 && !sorted;
  return sorts ? { stage: 'SORT', sortPattern: sort, inputStage: fetch } : fetch;
};

/** Runs the query and says which index it took and how many documents it looked at. */
export function explainQuery(request: Request, name: string, query: Find): Document {
  const namespace = `${request.database}.${name}`;
  const collection = request.server.store.catalogue.get(namespace);
  const statistics: Statistics = { examined: 0, sorted: false, indexes: [] };
  const started = Date.now();
  const nReturned = countRecords(entriesOf(request), collection, { ...query, statistics });
  return {
    queryPlanner: {
      namespace,
      winningPlan: collection ? planOf(statistics, query.sort) : { stage: 'EOF' },
      rejectedPlans: [],
    },
    executionStats: {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: Date.now() - started,
      totalDocsExamined: statistics.examined,
    },
    ok: 1,
  };
}

interface Explained {
  readonly filter?: Document | undefined;
  readonly sort?: Document | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly hint?: unknown;
}

/** What a command that can be explained looks for. */
function queryIn(name: string, command: Document): Explained {
  const first = (list: unknown): Document => (Array.isArray(list) && isDocument(list[0]) ? list[0] : {});
  if (name === 'aggregate') return leadingQuery(command.pipeline as Document[]).query;
  // findAndModify has a member of that name too
  if (name === 'update') return { filter: first(command.updates).q as Document };
  if (name === 'delete') return { filter: first(command.deletes).q as Document };
  const { filter, query, sort, skip, limit, hint } = command as Record<string, never>;
  return { filter: filter ?? query, sort, skip, limit, hint };
}

const EXPLAINED = new Set(['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify']);

export const explain: Handler = (request) => {
  const inner: unknown = request.command.explain;
  const name = isDocument(inner) ? (Object.keys(inner)[0] ?? '') : '';
  if (!isDocument(inner) || !EXPLAINED.has(name))
    return fail(59, `Explain failed due to unknown command: ${name}`);
  const { filter, ...query } = queryIn(name, inner);
  return explainQuery(request, String(inner[name]), {
    ...query,
    filter: filter ?? {},
  });
};
