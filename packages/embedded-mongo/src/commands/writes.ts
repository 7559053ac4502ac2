import { isDocument, type Document } from '../bson/values';
import { fail } from '../errors';
import { checkUpdate } from '../update/apply';
import { insertDocument } from './insert-document';
import { checkFields } from './known-fields';
import { modify, preview, type Outcome, type Statement } from './modify';
import { deadlineOf, documentOf, namespaceOf, type Handler, type Request } from './request';
import { runStatements, statementsOf, untilFound, writeReply } from './statements';

export const insert: Handler = async (request) => {
  const { store } = request.server;
  const namespace = namespaceOf(request);
  const { done, errors } = await runStatements(
    request,
    statementsOf<Buffer>(request.command.documents),
    () => void store.catalogue.ensure(namespace),
    (entries, raw) => insertDocument(store, entries, store.catalogue.ensure(namespace), raw),
  );
  return writeReply(done.length, errors);
};

const sum = (done: readonly (readonly [number, Outcome])[], field: 'matched' | 'changed') =>
  done.reduce((all, [, outcome]) => all + outcome[field], 0);

/** Runs updates or deletes; `check` refuses one of them before it runs. */
async function runChanges(
  request: Request,
  statements: readonly Statement[],
  check: (statement: Statement) => void,
) {
  const { store } = request.server;
  const namespace = namespaceOf(request);
  const prepare = () => {
    if (statements.some(({ upsert }) => upsert)) store.catalogue.ensure(namespace);
  };
  const [first] = statements;
  const deadline = deadlineOf(request);
  return untilFound(async () => {
    // later statements can depend on earlier ones
    const isAlone = first && statements.length === 1 && !request.transaction;
    const before = isAlone ? await preview(store, namespace, first, deadline) : undefined;
    return runStatements(request, statements, prepare, (entries, statement) => {
      check(statement);
      const { matched, changed, upserted } = modify(store, entries, namespace, statement, before);
      // without the documents, which a long list would keep
      return { matched, changed, upserted };
    });
  });
}

function updateOf({ q, u, multi, upsert, arrayFilters, sort, hint }: Document): Statement {
  if (multi && sort) fail(9, 'Cannot specify sort with multi=true');
  if (arrayFilters !== undefined && !(Array.isArray(arrayFilters) && arrayFilters.every(isDocument)))
    fail(14, "BSON field 'update.updates.arrayFilters' is the wrong type, expected type 'array'");
  return {
    filter: documentOf(q, 'update.updates.q'),
    update: u as unknown,
    multi: Boolean(multi),
    upsert: Boolean(upsert),
    arrayFilters: arrayFilters as Document[] | undefined,
    sort: sort === undefined ? undefined : documentOf(sort, 'update.updates.sort'),
    hint,
  };
}

export const update: Handler = async (request) => {
  for (const statement of statementsOf<Document>(request.command.updates))
    checkFields('update.updates', statement, false);
  const { done, errors } = await runChanges(
    request,
    (request.typed().updates as Document[]).map(updateOf),
    ({ update: wanted, multi }) => checkUpdate(wanted, multi),
  );
  const upserted = done.flatMap(([index, { upserted: _id }]) => (_id === undefined ? [] : { index, _id }));
  return writeReply(sum(done, 'matched'), errors, {
    nModified: sum(done, 'changed'),
    ...(upserted.length > 0 ? { upserted } : {}),
  });
};

export const remove: Handler = async (request) => {
  const deletes = statementsOf<Document>(request.command.deletes);
  for (const statement of deletes) {
    checkFields('delete.deletes', statement, false);
    if (statement.limit !== 0 && statement.limit !== 1)
      fail(9, 'The limit field in delete objects must be 0 or 1');
  }
  const { done, errors } = await runChanges(
    request,
    deletes.map(({ q, limit, hint }) => ({
      filter: documentOf(q, 'delete.deletes.q'),
      update: null,
      multi: limit === 0,
      hint,
    })),
    () => undefined,
  );
  return writeReply(sum(done, 'matched'), errors);
};
