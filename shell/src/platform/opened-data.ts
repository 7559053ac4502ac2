import type { Data } from './DataGate';

let opened: Data | null = null;

/** Sets the API client and its store while a student's screens are shown; null otherwise. */
export function setOpenedData(data: Data | null): void {
  opened = data;
}

/** The API client for code of the frame, which is outside of the data provider. */
export const openedData = (): Data | null => opened;
