import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { browserParts, createDeviceStorage } from '../outbox/device';
import { createKinds } from '../outbox/kinds';
import { createOutbox } from '../outbox/outbox';
import type { OutboxStorage } from '../outbox/parts';
import { api } from './api';
import type { StoreExtra } from './tell-outbox';

/** The cache where releases before 2026-11-26 kept the pictures of an unsaved album. */
const OLDER_PICTURES = 'flint-private-photo-drafts';
const SILENT = { warnAfter: Number.POSITIVE_INFINITY };

/** The API cache and the outbox of one student; the shell creates it after sign-in, and ends the outbox at sign-out. */
export function createDataStore(userId: string, storage?: OutboxStorage) {
  const extra: StoreExtra = { outbox: null };
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    // development checks measure real time: on a busy machine they give false warnings
    middleware: (defaults) =>
      defaults({
        serializableCheck: SILENT,
        immutableCheck: SILENT,
        thunk: { extraArgument: extra },
      }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  const { parts, watch, stop } = browserParts(userId);
  const end = () => {
    stop();
    outbox.end();
  };
  const outbox = createOutbox({
    ...parts,
    kinds: createKinds(userId, store.dispatch),
    storage: storage ?? createDeviceStorage(userId, end),
  });
  extra.outbox = outbox;
  watch(outbox.wake);
  const takeOlder = async () => {
    const hasForms = Object.keys(localStorage).some((key) => /^flint:(draft|unsaved):/.test(key));
    const hasPictures = 'caches' in globalThis && (await caches.has(OLDER_PICTURES));
    if (!hasForms && !hasPictures) return;
    const older = await import(/* webpackChunkName: 'seldom' */ '../outbox/older-release');
    if (hasForms) await older.takeOlderDrafts(userId, outbox);
    if (hasPictures) await older.takeOlderPictures(OLDER_PICTURES, outbox);
  };
  const open = async () => {
    await outbox.open();
    await takeOlder().catch(() => undefined); // blocked storage has none; the next start loads the code again
  };
  return Object.assign(store, { outbox: { ...outbox, open, end } });
}

export type DataStore = ReturnType<typeof createDataStore>;

/** Gives remotes the store; rendered by the shell once somebody is signed in. */
export function DataProvider({
  store,
  children,
}: {
  readonly store: DataStore;
  readonly children: ReactNode;
}) {
  return <Provider store={store}>{children}</Provider>;
}
