import type { ScreenId } from '@flint/remote-kit';
import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { withTimeLimit } from '../time-limit';
import { loadData } from './load-data';
import { setOpenedData, type Data, type DataStore } from './opened-data';
import { screenToGoOn } from '../routing/screen-to-go-on';

export interface SessionAccess {
  readonly accessToken: () => Promise<string | null>;
  readonly onUnauthenticated: () => void;
  readonly onAnswer: (isFromDevice: boolean) => void;
  readonly takeEarly: (path: string, token: string) => Promise<Response> | undefined;
}

export interface DataGateProps {
  /** A store belongs to one student: the next student never sees its cache. */
  readonly userId: string;
  readonly access: SessionAccess;
  readonly fallback: ReactNode;
  /** Called for a student who has just arrived at the home screen, with the screen to go on to. */
  readonly goOn?: ((screen: ScreenId) => void) | undefined;
  readonly children: ReactNode;
  /** Rendered beside the screen, with the same data. */
  readonly Beside: ComponentType<Data>;
}

/** Longest wait for the device's storage; a change is sent without it, too. */
const STORAGE_PATIENCE_MS = 1_500;
/** Longest wait for the answers that say which screen to go on to; the worker waits for a line that says nothing, then has its copies. */
const GO_ON_PATIENCE_MS = 8_000;

interface Opened extends Data {
  readonly userId: string;
}

/** Renders the screens once the API client is loaded. Signed-out visitors never download it. */
export function DataGate({ userId, access, fallback, goOn, children, Beside }: DataGateProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    let current = true;
    let store: DataStore | undefined;
    const open = async () => {
      try {
        const module = await loadData();
        if (!current) return;
        module.setCredentials(access);
        const opening = module.createDataStore(userId);
        store = opening;
        setOpenedData({ module, store: opening });
        const [next] = await Promise.all([
          goOn && withTimeLimit(screenToGoOn(opening, module), GO_ON_PATIENCE_MS, () => null),
          withTimeLimit(opening.outbox.open(), STORAGE_PATIENCE_MS, () => undefined),
        ]);
        if (!current) return;
        if (goOn && next) goOn(next);
        // rendering a screen takes long: a transition keeps the page responsive
        startTransition(() => setOpened({ userId, module, store: opening }));
      } catch (error) {
        if (current) setFailure(error);
      }
    };
    void open();
    return () => {
      current = false;
      // never in the name of the next student
      setOpenedData(null);
      store?.outbox.end();
    };
    // `goOn` is called once per student
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
