// Node 20 does not hand the loader of `--import tsx` to worker threads: register it here, then run the TypeScript worker.
import { register } from 'tsx/esm/api';

register();
await import('./server-worker.ts');
