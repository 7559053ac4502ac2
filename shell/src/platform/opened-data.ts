import type { Data } from './DataGate';

let opened: Data | null = null;

/** Notes the API client and its store while a student's screens are shown; null when they are gone. */
export function setOpenedData(data: Data | null): void {
  opened = data;
}

/** What the frame, which is drawn around them, may ask. */
export const openedData = (): Data | null => opened;
