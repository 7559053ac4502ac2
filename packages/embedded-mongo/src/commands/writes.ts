import type { Document } from '../bson/values';
import { checkUpdate } from './check-update';
import { insertDocument } from './insert-document';
import { checkFields } from './known-fields';
import { modify } from './modify';
import { documentOf, namespaceOf, numberOf, type Handler } from './request';
import { runStatements, writeReply } from './statements';

export const insert: Handler = async (request) => {
  const { store } = request.server;
  const namespace = namespaceOf(request);
  let n = 0;
  const errors = await runStatements<Buffer>(
    request,
    request.command.documents,
    () => void store.catalogue.ensure(namespace),
    (entries, raw) => {
      insertDocument(store, entries, store.catalogue.ensure(namespace), raw);
      n += 1;
    },
  );
  return writeReply(n, errors);
};

export const update: Handler = async (request) => {
  const { command, server } = request;
  const { store } = server;
  const namespace = namespaceOf(request);
  const typed = request.typed().updates as Document[];
  const maxTimeMS = numberOf(command.maxTimeMS, 'update.maxTimeMS');
  const upserted: Document[] = [];
  let [n, nModified] = [0, 0];
  const prepare = () => {
    if (typed.some(({ upsert }) => Boolean(upsert))) store.catalogue.ensure(namespace);
  };
  const errors = await runStatements<Document>(
    request,
    command.updates,
    prepare,
    (entries, statement, index) => {
      checkFields('update.updates', statement, false);
      const { q, u, arrayFilters } = typed[index] ?? {};
      checkUpdate(u, Boolean(statement.multi));
      const outcome = modify(store, entries, namespace, {
        filter: documentOf(statement.q, 'update.updates.q'),
        typedFilter: documentOf(q, 'update.updates.q'),
        update: u as unknown,
        multi: Boolean(statement.multi),
        upsert: Boolean(statement.upsert),
        arrayFilters: arrayFilters as Document[] | undefined,
        hint: statement.hint as unknown,
        maxTimeMS,
      });
      n += outcome.matched;
      nModified += outcome.changed;
      if (outcome.upserted !== undefined) upserted.push({ index, _id: outcome.upserted });
    },
  );
  return writeReply(n, errors, { nModified, ...(upserted.length > 0 ? { upserted } : {}) });
};

export const remove: Handler = async (request) => {
  const { command, server } = request;
  const { store } = server;
  const namespace = namespaceOf(request);
  let n = 0;
  const nothing = () => undefined;
  const errors = await runStatements<Document>(request, command.deletes, nothing, (entries, statement) => {
    checkFields('delete.deletes', statement, false);
    const filter = documentOf(statement.q, 'delete.deletes.q');
    const { matched } = modify(store, entries, namespace, {
      filter,
      typedFilter: filter,
      update: null,
      multi: Number(statement.limit) === 0,
      hint: statement.hint as unknown,
      maxTimeMS: numberOf(command.maxTimeMS, 'delete.maxTimeMS'),
    });
    n += matched;
  });
  return writeReply(n, errors);
};
