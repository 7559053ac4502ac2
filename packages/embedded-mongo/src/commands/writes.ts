import type { Document } from '../bson/values';
import { fail } from '../errors';
import { checkUpdate } from '../update/apply';
import { insertDocument } from './insert-document';
import { checkFields } from './known-fields';
import { modify } from './modify';
import { documentOf, namespaceOf, type Handler } from './request';
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
  const updates = request.typed().updates as Document[];
  const upserted: Document[] = [];
  let [n, nModified] = [0, 0];
  const prepare = () => {
    if (updates.some(({ upsert }) => Boolean(upsert))) store.catalogue.ensure(namespace);
  };
  const errors = await runStatements<Document>(
    request,
    command.updates,
    prepare,
    (entries, statement, index) => {
      checkFields('update.updates', statement, false);
      const { q, u: wanted, arrayFilters } = updates[index] ?? {};
      const [multi, upsert] = [Boolean(statement.multi), Boolean(statement.upsert)];
      checkUpdate(wanted, multi);
      const outcome = modify(store, entries, namespace, {
        filter: documentOf(q, 'update.updates.q'),
        update: wanted as unknown,
        multi,
        upsert,
        arrayFilters: arrayFilters as Document[] | undefined,
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
  for (const { limit } of [command.deletes ?? []].flat() as Document[])
    if (limit !== 0 && limit !== 1) fail(9, 'The limit field in delete objects must be 0 or 1');
  const errors = await runStatements<Document>(request, command.deletes, nothing, (entries, statement) => {
    checkFields('delete.deletes', statement, false);
    const { matched } = modify(store, entries, namespace, {
      filter: documentOf(statement.q, 'delete.deletes.q'),
      update: null,
      multi: Number(statement.limit) === 0,
    });
    n += matched;
  });
  return writeReply(n, errors);
};
