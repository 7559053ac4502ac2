import { decodeTyped, toBson } from '../bson/codec';
import type { Document } from '../bson/values';
import { fail } from '../errors';
import { projector } from '../read/projection';
import { modify, preview, type Outcome } from './modify';
import { checkUpdate } from '../update/apply';
import { deadlineOf, documentOf, namespaceOf, type Handler, type Request } from './request';
import { durably, untilFound } from './statements';

function check({ command, typed }: Request) {
  if (!command.remove) return checkUpdate(typed().update, false);
  if (command.update !== undefined) fail(9, 'Cannot specify both an update and remove=true');
  if (command.new)
    fail(9, "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  if (command.upsert) fail(9, 'Cannot specify both upsert=true and remove=true');
  return undefined;
}

const shown = (command: Document, { before, after }: Outcome) =>
  (command.new && !command.remove ? (after ?? before) : before) ?? null;

const lastError = ({ remove }: Document, { matched, upserted }: Outcome): Document => ({
  n: matched,
  ...(remove ? {} : { updatedExisting: matched > 0 && upserted === undefined }),
  ...(upserted === undefined ? {} : { upserted }),
});

export const findAndModify: Handler = async (request) => {
  const { command, server } = request;
  const { store } = server;
  const namespace = namespaceOf(request);
  check(request);
  const typed = request.typed();
  const prepare = () => {
    if (command.upsert) store.catalogue.ensure(namespace);
  };
  const statement = {
    filter: documentOf(typed.query, 'findAndModify.query'),
    update: command.remove ? null : (typed.update as unknown),
    multi: false,
    upsert: Boolean(command.upsert),
    arrayFilters: typed.arrayFilters as Document[] | undefined,
    sort: documentOf(command.sort, 'findAndModify.sort'),
    hint: command.hint,
  };
  const deadline = deadlineOf(request);
  const outcome = await untilFound(async () => {
    const before = request.transaction ? undefined : await preview(store, namespace, statement, deadline);
    return durably(request, prepare, (entries) => modify(store, entries, namespace, statement, before));
  });
  const document = shown(command, outcome);
  const fields = documentOf(command.fields, 'findAndModify.fields');
  const cut = projector(fields);
  const value = document && Object.keys(fields).length > 0 ? decodeTyped(cut(toBson(document))) : document;
  return { lastErrorObject: lastError(command, outcome), value, ok: 1 };
};
