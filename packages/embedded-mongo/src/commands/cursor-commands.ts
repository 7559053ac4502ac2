import { countOf, namespaceOf, numberOf, type Handler } from './request';

/** How long a change stream waits for an event, in milliseconds, when a `getMore` does not say. */
const WAIT = 1000;

export const getMore: Handler = async (request) => {
  const { command, server } = request;
  const id = Number(command.getMore);
  const size = countOf(command.batchSize, 'getMore.batchSize') || Number.POSITIVE_INFINITY;
  const namespace = namespaceOf(request, command.collection);
  const stream = server.cursors.streamOf(id);
  if (stream?.namespace !== namespace) return server.cursors.more(id, namespace, size);
  try {
    const wait = numberOf(command.maxTimeMS, 'getMore.maxTimeMS') ?? WAIT;
    const batch = await stream.batch(id, 'nextBatch', size, wait);
    if (batch.cursor.id === 0) server.cursors.kill(id);
    return batch;
  } catch (error) {
    server.cursors.kill(id);
    throw error;
  }
};

export const killCursors: Handler = ({ command, server }) => {
  const ids = (command.cursors as unknown[]).map(Number);
  const cursorsKilled = ids.filter((id) => server.cursors.kill(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};
