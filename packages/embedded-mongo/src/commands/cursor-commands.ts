import { countOf, namespaceOf, type Handler } from './request';

export const getMore: Handler = (request) => {
  const { command, server } = request;
  const size = countOf(command.batchSize, 'getMore.batchSize') ?? 0;
  const namespace = namespaceOf(request, command.collection);
  return server.cursors.more(
    Number(command.getMore),
    namespace,
    size === 0 ? Number.POSITIVE_INFINITY : size,
  );
};

export const killCursors: Handler = ({ command, server }) => {
  const ids = (command.cursors as unknown[]).map(Number);
  const cursorsKilled = ids.filter((id) => server.cursors.kill(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};
