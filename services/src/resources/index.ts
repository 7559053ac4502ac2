import { config } from './config';
import { health } from './health';
import { openapi } from './openapi';
import type { Resource } from './resource';

/** The whole API, in the order an account is erased. */
export const RESOURCES: readonly Resource[] = [config, openapi, health];
