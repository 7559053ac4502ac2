import { isDocument, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { scan } from '../plan/scan';
import { sortOf, type Find } from '../read/find';
import { countedBy } from './aggregate';
import { entriesOf, type Handler, type Request } from './request';

const EXPLAINED = ['find', 'aggregate', 'count', 'distinct', 'findAndModify', 'update', 'delete'];

/** The query of a command that can be explained. */
function queryIn(command: Document): Find {
  const { filter, query, sort, hint, updates, deletes } = command as Record<string, Document>;
  const [first] = (updates ?? deletes ?? []) as Document[];
  return {
    filter: filter ?? query ?? (first?.q as Document | undefined) ?? {},
    sort,
    hint: hint ?? first?.hint,
  };
}

/** The index that a query would use. */
function planOf(request: Request, on: string, query: Find): Document {
  const namespace = `${request.database}.${on}`;
  const collection = request.server.store.catalogue.get(namespace);
  const sort = sortOf(query);
  const found = collection && scan(entriesOf(request), collection, { ...query, sort });
  const [indexName] = found?.indexes ?? [];
  const fetch =
    indexName === undefined
      ? { stage: found ? 'COLLSCAN' : 'EOF' }
      : { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: found?.indexes.join(',') } };
  const winningPlan =
    found && sort && !found.sorted ? { stage: 'SORT', sortPattern: sort, inputStage: fetch } : fetch;
  return { queryPlanner: { namespace, winningPlan, rejectedPlans: [] } };
}

/** The index that a command would use, without running it. */
export const explain: Handler = (request) => {
  const { explain: inner, verbosity } = request.command as Record<string, unknown>;
  const name = isDocument(inner) ? (Object.keys(inner)[0] ?? '') : '';
  if (!isDocument(inner) || !EXPLAINED.includes(name))
    return fail(59, `Explain failed due to unknown command: ${name}`);
  if (verbosity !== 'queryPlanner') notOffered(`explain with the verbosity ${String(verbosity)}`);
  const query =
    name === 'aggregate' ? { ...countedBy(inner.pipeline as Document[]), hint: inner.hint } : queryIn(inner);
  return { ...planOf(request, String(inner[name]), query), ok: 1 };
};
