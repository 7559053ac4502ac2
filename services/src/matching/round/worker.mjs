// Node 20 does not hand the loader of `--import tsx` to worker threads: register it here, then run the TypeScript worker.
import { setPriority } from 'node:os';
import { register } from 'tsx/esm/api';

// on Linux this is the priority of the calling thread: requests go before the round, also while this compiles
if (process.platform === 'linux') setPriority(19);

register();
await import('./worker.ts');
