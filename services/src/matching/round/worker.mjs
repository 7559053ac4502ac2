// Node 20 does not pass the loader of `--import tsx` to worker threads, so it is registered here before the TypeScript worker is loaded.
import { setPriority } from 'node:os';
import { register } from 'tsx/esm/api';

// on Linux this is the priority of the calling thread: requests come first, even while this compiles; the lowest priority (19) would
// get no time at all on a machine that stays busy
if (process.platform === 'linux') setPriority(10);

register();
await import('./worker.ts');
