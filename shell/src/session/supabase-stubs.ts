/**
 * Replaces the realtime, postgrest, storage and functions clients, which supabase-js constructs and the product never uses: 29 kB of gzip
 * less on sign-in. webpack.shared.js aliases the four packages to this file.
 */
export class RealtimeClient {
  // supabase-js calls it with every new token
  setAuth(): void {}
}
export const PostgrestClient = function unused() {};
export const StorageClient = function unused() {};
export const FunctionsClient = function unused() {};
export class PostgrestError extends Error {}
export class StorageApiError extends Error {}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends Error {}
export class FunctionsHttpError extends Error {}
export class FunctionsRelayError extends Error {}
export const FunctionRegion = {};
