import type { ScreenId } from '@flint/remote-kit';
import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadData, type DataModule } from './load-data';
import { screenToGoOn } from '../routing/screen-to-go-on';

type DataStore = ReturnType<DataModule['createDataStore']>;

/** The API client and its store, as they are here: a file that takes them does not carry another copy. */
export interface Data {
  readonly module: DataModule;
  readonly store: DataStore;
}

export interface SessionAccess {
  readonly accessToken: () => Promise<string | null>;
  readonly onUnauthenticated: () => void;
  readonly takeEarly: (path: string, token: string) => Promise<Response> | undefined;
}

/** What it needs beside what it holds. */
export interface DataGateProps {
  /** A store belongs to one student; another one never sees its cache. */
  readonly userId: string;
  readonly access: SessionAccess;
  readonly fallback: ReactNode;
  /** For a student who has just arrived at the home screen: leads to the screen to go on at. */
  readonly goOn?: ((screen: ScreenId) => void) | undefined;
  readonly children: ReactNode;
  /** What goes on beside the screen. */
  readonly Beside: ComponentType<Data>;
}

interface Opened extends Data {
  readonly userId: string;
}

/** Gives the screens the API client and its store once they are here: signed-out visitors never download them. */
export function DataGate({ userId, access, fallback, goOn, children, Beside }: DataGateProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    let current = true;
    const open = async () => {
      try {
        const module = await loadData();
        if (!current) return;
        module.setCredentials(access);
        const store = module.createDataStore();
        const next = goOn && (await screenToGoOn(store, module.api));
        if (!current) return;
        if (next) goOn(next);
        // a screen is much to draw: the page stays able to answer meanwhile
        startTransition(() => setOpened({ userId, module, store }));
      } catch (error) {
        if (current) setFailure(error);
      }
    };
    void open();
    return () => {
      current = false;
    };
    // a student arrives once
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [userId, access]);

  if (failure) throw failure;
  if (opened?.userId !== userId) return fallback;
  const { DataProvider } = opened.module;
  return (
    <DataProvider key={userId} store={opened.store}>
      {children}
      <Beside module={opened.module} store={opened.store} />
    </DataProvider>
  );
}
