import { config } from './config';
import type { Resource } from './resource';

/** The whole API, in the order an account is erased. */
export const RESOURCES: readonly Resource[] = [config];
