import { config } from './config';
import { health } from './health';
import { openapi } from './openapi';
import { outbox } from './outbox/index';
import type { Resource } from './resource';
import { signIn } from './sign-in/index';

/** The whole API, in the order an account is erased. */
export const RESOURCES: readonly Resource[] = [config, openapi, health, outbox, signIn];
