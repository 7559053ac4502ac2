export { createApp, createHttpServer, type FlintApp } from './app';
export { EnvError, readEnv, type Env } from './env';
export { ApiError } from './http/api-error';
export type { Actor, TokenVerifier } from './http/session';
export { fixedClock, systemClock, type Clock } from './infra/clock';
export { connectMongo } from './infra/mongo';
export type { Deps, Resource } from './resources/resource';
export { createTokenVerifier } from './http/access-token';
