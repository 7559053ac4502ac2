/** `scripts/serve/api.ts` with a minute for each request: on a busy machine the first ones take longer than students may wait. */
import { serveUntilStopped } from '../../serve/until-stopped';
import { startApi } from '../api';

await serveUntilStopped('the API', (source) => startApi(source, { app: { patienceMs: 60_000 } }));
