import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { useSelector, useStore } from 'react-redux';
import { useUser } from '../context';
import type { DataStore } from './store';

/** Key of the slice in the shell's store. */
const SLICE = 'unsaved';

type Drafts = Readonly<Record<string, unknown>>;

/** Device keys start with `flint:`, so that sign-out deletes them. */
const devicePrefix = (userId: string) => `flint:unsaved:${userId}:`;

/** Runs `work`; ignores forbidden or full storage, where the draft lasts as long as the page. */
function withDevice(work: () => void): void {
  try {
    work();
  } catch {
    // the store still has the draft
  }
}

function readDevice(userId: string): Drafts {
  const drafts: Record<string, unknown> = {};
  withDevice(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(devicePrefix(userId))) continue;
      try {
        drafts[key.slice(devicePrefix(userId).length)] = JSON.parse(localStorage.getItem(key) ?? 'null');
      } catch {
        localStorage.removeItem(key);
      }
    }
  });
  return drafts;
}

/** The owner of the device storage, stored by the shell at sign-in; sign-out in any tab deletes it. */
function ownerOfDevice(): string | null {
  let owner: string | null = null;
  withDevice(() => (owner = localStorage.getItem('flint:owner')));
  return owner;
}

function createDrafts(userId: string) {
  const kept = readDevice(userId);
  const isNoted = ownerOfDevice() === userId;
  const slice = createSlice({
    name: SLICE,
    initialState: kept,
    reducers: {
      put: (drafts, { payload }: PayloadAction<{ readonly name: string; readonly value: unknown }>) => ({
        ...drafts,
        [payload.name]: payload.value,
      }),
      drop: (drafts, { payload }: PayloadAction<string>) => {
        const { [payload]: _, ...rest } = drafts;
        return rest;
      },
    },
  });
  /** Does nothing after sign-out: a late change or failure would restore the draft. */
  const mayKeep = () => !isNoted || ownerOfDevice() === userId;
  return { kept, mayKeep, ...slice };
}

const draftsOfStores = new WeakMap<object, ReturnType<typeof createDrafts>>();

function draftsOf(store: DataStore, userId: string) {
  let drafts = draftsOfStores.get(store);
  if (!drafts) draftsOfStores.set(store, (drafts = createDrafts(userId)));
  return drafts;
}

export interface UnsavedWork<T> {
  /** Null without unsaved work. An older release may have stored another shape: check it before use. */
  readonly value: T | null;
  put(value: T): void;
  /** Deletes the draft: it was sent, or equals the saved data. */
  drop(): void;
}

/**
 * Unsaved work of one student under a name, such as `offer:<userId>`. It outlives the screen, a reload and a crash of the remote; it ends
 * with `drop` and with signing out. Values are JSON.
 */
export function useUnsavedWork<T>(name: string): UnsavedWork<T> {
  const store = useStore() as DataStore;
  const { id } = useUser();
  const { kept, mayKeep, reducer, actions } = draftsOf(store, id);
  const value = useSelector(
    (state: { readonly unsaved?: Drafts }) => (state[SLICE] ?? kept)[name] ?? null,
  ) as T | null;
  const key = devicePrefix(id) + name;
  // injecting dispatches, which a render must not do: it waits for the first change
  const dispatch = (action: UnknownAction) => {
    store.injectReducer(SLICE, reducer);
    store.dispatch(action);
  };
  return {
    value,
    put(next) {
      dispatch(actions.put({ name, value: next }));
      if (mayKeep()) withDevice(() => localStorage.setItem(key, JSON.stringify(next)));
    },
    drop() {
      dispatch(actions.drop(name));
      withDevice(() => localStorage.removeItem(key));
    },
  };
}

/**
 * The fields of a form as a draft: `[fields, change, drop]`. Fields of another type than in `empty` (a draft of an older release) read as
 * empty.
 */
export function useUnsavedForm<T extends Readonly<Record<string, string>>>(
  name: string,
  empty: T,
): readonly [T, (change: Partial<T>) => void, () => void] {
  const { value, put, drop } = useUnsavedWork<Partial<Record<string, unknown>>>(name);
  const fields = Object.fromEntries(
    Object.entries(empty).map(([field, none]) => {
      const kept = value?.[field];
      return [field, typeof kept === 'string' ? kept : none];
    }),
  ) as T;
  return [fields, (change) => put({ ...fields, ...change }), drop];
}
