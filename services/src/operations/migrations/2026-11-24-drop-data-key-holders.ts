import { dropCollections, type Migration } from './migration';

/** Processes and their keys are in the collection `processes` now. The previous version makes its collection by itself. */
export const dropDataKeyHolders: Migration = {
  name: '2026-11-24-drop-data-key-holders',
  up: (db) => dropCollections(db, 'data_key_holders'),
  async down() {
    // processes of the previous version report their keys at their start
  },
};
