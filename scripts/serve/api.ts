/** `npx flint run api`: one API process behind a proxy. */
import { startApi } from '../compose/api';
import { serveUntilStopped } from './until-stopped';

await serveUntilStopped('the API', startApi);
