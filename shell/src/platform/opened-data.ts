import type { DataModule } from './load-data';

export type DataStore = ReturnType<DataModule['createDataStore']>;

/** The loaded API client and its store. A file that gets them as an argument does not bundle a copy. */
export interface Data {
  readonly module: DataModule;
  readonly store: DataStore;
}

let opened: Data | null = null;

/** Sets the API client and its store from the moment they are loaded until the student is signed out; null otherwise. */
export function setOpenedData(data: Data | null): void {
  opened = data;
}

/** The API client for code of the frame, which is outside of the data provider. */
export const openedData = (): Data | null => opened;
