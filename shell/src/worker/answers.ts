import { NetworkFirst, type Strategy } from 'workbox-strategies';
import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types';
import { expiration } from './expiration';
import { MESSAGES, PRIVATE_CACHES } from './cache-kinds';
import { subjectOf } from './subject';

/** Number of sign-outs: an answer requested before one is not cached after it. */
let emptied = 0;
/** Whether the last answer came from the cache, so that the page is informed of changes only. */
let isFromDevice = false;

/** Notes that the caches were deleted. */
export const recordEmptied = () => (emptied += 1);

/** Caches only what was requested in this session. */
export const ofThisSession: WorkboxPlugin = {
  async requestWillFetch({ request, state }) {
    if (state) state['emptied'] = emptied;
    return request;
  },
  cacheWillUpdate: async ({ response, state }) =>
    response.status === 200 && state?.['emptied'] === emptied ? response : null,
  // the page may have deleted its caches since the check above
  async cacheDidUpdate({ cacheName, state }) {
    if (state?.['emptied'] !== emptied) await caches.delete(cacheName);
  },
};

interface Clients {
  get(id: string): Promise<Pick<MessagePort, 'postMessage'> | undefined>;
}

async function notifyPage(event: Event, fromDevice: boolean): Promise<void> {
  if (fromDevice === isFromDevice) return;
  isFromDevice = fromDevice;
  const { clients } = globalThis as unknown as { clients: Clients };
  const client = await clients.get((event as Event & { clientId: string }).clientId);
  client?.postMessage(fromDevice ? MESSAGES.fromDevice : MESSAGES.fromNetwork, []);
}

/** Informs the page whether its data is current. */
const told: WorkboxPlugin = {
  async fetchDidSucceed({ response, event }) {
    await notifyPage(event, false);
    return response;
  },
  async cachedResponseWillBeUsed({ cachedResponse, event }) {
    if (cachedResponse) await notifyPage(event, true);
    return cachedResponse;
  },
};

const strategies = new Map<string, Strategy>();

function strategyOf(subject: string): Strategy {
  const known = strategies.get(subject);
  if (known) return known;
  const made = new NetworkFirst({
    cacheName: `${PRIVATE_CACHES}answers-${subject}`,
    plugins: [ofThisSession, told, expiration(60, 7)],
  });
  strategies.set(subject, made);
  return made;
}

/** An answer of the API from the network, else the last one that was cached for this student. */
export function answer({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const subject = subjectOf(request.headers.get('authorization'));
  return subject ? strategyOf(subject).handle({ request, event }) : fetch(request);
}
