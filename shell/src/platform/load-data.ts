export type DataModule = typeof import('@flint/remote-kit/data');

/** Loads the API client. Called as soon as a session is known. */
export const loadData = (): Promise<DataModule> => import('@flint/remote-kit/data');
