export type DataModule = typeof import('@flint/remote-kit/data');

/** Starts the download of the API client; called as soon as somebody is known to be signed in. */
export const loadData = (): Promise<DataModule> =>
  import(/* webpackChunkName: 'data' */ '@flint/remote-kit/data');
