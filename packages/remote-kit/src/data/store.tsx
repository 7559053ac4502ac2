import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { combineReducers, type Reducer } from 'redux';
import { api } from './api';

const SILENT = { warnAfter: Number.POSITIVE_INFINITY };

/** A store with the API cache; the shell creates one per signed-in student and drops it at sign-out. */
export function createDataStore() {
  const reducers: Record<string, Reducer> = {};
  const root = () => combineReducers({ [api.reducerPath]: api.reducer, ...reducers });
  const store = configureStore({
    reducer: root(),
    // development checks measure real time: on a busy machine they give false warnings
    middleware: (defaults) =>
      defaults({ serializableCheck: SILENT, immutableCheck: SILENT }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return Object.assign(store, {
    /** Adds a remote's slice under its own key; adding it again changes nothing. */
    injectReducer(key: string, reducer: Reducer) {
      if (reducers[key]) return;
      reducers[key] = reducer;
      store.replaceReducer(root() as never);
    },
  });
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
