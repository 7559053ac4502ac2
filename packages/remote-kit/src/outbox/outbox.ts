import { createStore } from '../store';
import { isSameJson } from './same';
import { changesOf, EMPTY, isReady, isUnsaved, type Change, type Entry } from './entry';
import type { Kind, Outcome, OutboxParts, Values, Writes } from './parts';
import { createPauses, LONGEST_PAUSE_MS } from './pauses';

const QUIET_MS = 500;
/** Another tab sends its own changes; this one only steps in when that tab was closed. */
const STEP_IN_MS = 3_000;
/** Messages of another tab within this time cause one read. */
const TOGETHER_MS = 50;

export type SaveState = 'saved' | 'waiting' | 'saving' | 'retrying';

const nameOf = (kind: string, key: string) => `${kind}/${key}`;
const partsOf = (name: string): readonly [string, string] => {
  const at = name.indexOf('/');
  return [name.slice(0, at), name.slice(at + 1)];
};

/**
 * What one student has changed on this device and the server does not have yet. A change is in memory at once, then in the storage of the
 * browser, and is sent by one tab at a time until the server has it, has refused it, or the student has to choose.
 */
export function createOutbox({ kinds, storage, channel, lock, now, later }: OutboxParts) {
  const entries = new Map<string, Entry>();
  /** Changes that the storage does not have yet, per entry. */
  const unstored = new Map<string, Change[]>();
  const failed = new Set<string>();
  const writing = new Map<string, Promise<void>>();
  /** `isOpening`: what the storage has is still being read. */
  const status = createStore({ state: 'saved' as SaveState, isOnDevice: true, isOpening: false });
  let isEnded = false;
  let isReading = false;
  /** Writes of this browser that the server has stored, and entries that the storage has. */
  const settles = new Map<string, number>();
  let stores = 0;
  /** The sending that is under way. */
  let current: Promise<void> | null = null;
  const pauses = createPauses(later, () => void start());
  let cancel = () => undefined as void;

  const countSettled = (kind: string) => settles.set(kind, (settles.get(kind) ?? 0) + 1);
  const isAlive = () => !isEnded;
  const rulesOf = (kind: string) => changesOf(kinds[kind]!);
  const has = (test: (entry: Entry) => boolean) => [...entries.values()].some(test);
  const isDue = () =>
    [...entries].some(([name, entry]) => isReady(entry) && !pauses.running.has(partsOf(name)[0]));
  /** Notifies the subscribers if something changed. */
  const set = (change: Partial<ReturnType<typeof status.get>>, isEntry = false) => {
    const next = { ...status.get(), ...change };
    if (isEntry || !isSameJson(next, status.get())) status.set(next);
  };
  const show = (isEntry = false, state = status.get().state) =>
    set({ state: !has(isReady) ? 'saved' : state === 'saved' ? 'waiting' : state }, isEntry);
  /** Returns whether the entry is another one now. */
  const hold = (name: string, entry: Entry): boolean => {
    const before = entries.get(name) ?? EMPTY;
    // that there is no value is known, too: it is not the same as an entry that is missing
    if (before === EMPTY ? entry === EMPTY : isSameJson(entry, before)) return false;
    if (entry === EMPTY) entries.delete(name);
    else entries.set(name, entry);
    return true;
  };

  const store = async (name: string): Promise<void> => {
    while (isAlive() && unstored.has(name)) {
      const changes = [...unstored.get(name)!];
      let [known, stored] = [EMPTY as Entry, EMPTY as Entry];
      try {
        stored = await storage.update(name, (before) => {
          known = before;
          return changes.reduce((entry, change) => change(entry), before);
        });
      } catch {
        // blocked or full: memory has it, and the next change tries again
        failed.add(name);
        return set({ isOnDevice: false });
      }
      if (!isAlive()) return;
      stores++;
      failed.delete(name);
      const rest = unstored.get(name)!.slice(changes.length);
      if (rest.length > 0) unstored.set(name, rest);
      else {
        unstored.delete(name);
        show(hold(name, stored));
      }
      if (!isSameJson(known, stored)) channel.post(name);
    }
    set({ isOnDevice: failed.size === 0 });
    // there is room again
    for (const other of failed) void enqueue(other);
  };
  const enqueue = (name: string): Promise<void> => {
    const next = (writing.get(name) ?? Promise.resolve()).then(() => store(name));
    writing.set(name, next);
    return next;
  };
  const apply = (name: string, change: Change): Promise<void> => {
    if (isEnded) return Promise.resolve();
    const isChanged = hold(name, change(entries.get(name) ?? EMPTY));
    unstored.set(name, [...(unstored.get(name) ?? []), change]);
    show(isChanged);
    return enqueue(name);
  };

  const readAll = async (): Promise<void> => {
    const began = stores;
    const stored = await storage.readAll().catch(() => null);
    if (isEnded || !stored) return;
    // read before the last change was stored
    if (began !== stores) return readAll();
    let isChanged = false;
    for (const name of new Set([...entries.keys(), ...stored.keys()])) {
      if (!kinds[partsOf(name)[0]]) continue;
      const changes = unstored.get(name) ?? [];
      const entry = changes.reduce((before, change) => change(before), stored.get(name) ?? EMPTY);
      isChanged = hold(name, entry) || isChanged;
    }
    show(isChanged);
  };
  const schedule = (ms: number) => {
    cancel();
    if (!isEnded) cancel = later(() => void start(), ms);
  };

  /** Applies the result; returns whether it named one of the writes. */
  const conclude = async (kind: string, writes: Writes, outcome: Outcome): Promise<boolean> => {
    const rules = rulesOf(kind);
    const changes = [...writes].flatMap(([key, write]) => {
      const name = nameOf(kind, key);
      if (outcome.by === 'stored' && outcome.values.has(key))
        return [apply(name, rules.settle(write, outcome.values.get(key)))];
      if (outcome.by === 'dispute' && outcome.theirs.has(key))
        return [apply(name, rules.dispute(write, outcome.theirs.get(key)))];
      if (outcome.by === 'refusal' && outcome.details.has(key))
        return [apply(name, rules.refuse(write, outcome.details.get(key)!))];
      return [];
    });
    countSettled(kind);
    await Promise.all(changes);
    return changes.length > 0;
  };

  /** Sends what is ready of a kind. Returns null if nothing is left, else the pause that the server asked for, if any. */
  const sendKind = async (
    kind: string,
    send: NonNullable<Kind['send']>,
  ): Promise<number | null | undefined> => {
    const ready = () => [...entries].filter(([name, entry]) => partsOf(name)[0] === kind && isReady(entry));
    while (isAlive() && ready().length > 0) {
      // the storage knows of the write before the server does: a closed page repeats it
      await Promise.all(ready().map(([name]) => apply(name, rulesOf(kind).send())));
      const writes = new Map(ready().flatMap(([name, { sent }]) => (sent ? [[partsOf(name)[1], sent]] : [])));
      if (writes.size === 0) break;
      set({ state: 'saving' });
      const outcome = await send(writes);
      if (outcome.by === 'signedOut') return LONGEST_PAUSE_MS;
      if (outcome.by === 'failure') return outcome.retryAfterMs;
      if (!(await conclude(kind, writes, outcome))) return undefined;
    }
    return null;
  };

  /** Sends what is ready. A kind that fails waits for its own time and does not hold up the others. */
  const attempt = async (): Promise<void> => {
    await readAll();
    for (const [kind, { send }] of Object.entries(kinds)) {
      if (!send || pauses.running.has(kind)) continue;
      const wait = await sendKind(kind, send).catch(() => undefined);
      if (isEnded) return;
      if (wait === null) pauses.forget(kind);
      else pauses.begin(kind, wait);
    }
  };

  const run = async (isLeaving: boolean): Promise<void> => {
    cancel();
    if (isEnded) return;
    // a page that may be closed does not wait for the lock: the server compares values, so that a second sender does no harm
    await (isLeaving ? attempt() : lock(attempt).catch(attempt));
    show(false, pauses.running.size > 0 ? 'retrying' : 'waiting');
    if (isDue()) schedule(QUIET_MS);
  };
  /** Begins to send, or joins the sending under way; settles when it has ended. */
  const start = (isLeaving = false): Promise<void> =>
    (current ??= run(isLeaving).finally(() => {
      current = null;
    }));
  /** Sends everything, also what failed, in an attempt that begins after this call: one under way may have begun too early. */
  const sendNow = async (isLeaving = false): Promise<void> => {
    await current;
    pauses.end();
    await start(isLeaving);
  };

  channel.listen((name) => {
    // another tab may have moved a base: reads that began before are outdated
    countSettled(partsOf(name)[0]);
    if (isReading || isEnded) return;
    isReading = true;
    later(() => {
      isReading = false;
      void readAll().then(() => isDue() && !current && schedule(STEP_IN_MS));
    }, TOGETHER_MS);
  });

  const change = (kind: string, key: string, next: Change, ms: number = QUIET_MS) => {
    const done = apply(nameOf(kind, key), next);
    pauses.end(kind);
    if (isDue()) schedule(ms);
    return done;
  };

  const read = <V>(kind: string, key: string) => (entries.get(nameOf(kind, key)) ?? EMPTY) as Entry<V>;
  const readKind = (kind: string): readonly (readonly [string, Entry])[] =>
    [...entries].flatMap(([name, entry]) => {
      const [own, key] = partsOf(name);
      return own === kind ? [[key, entry] as const] : [];
    });
  return {
    /** Reads what the storage has; without storage it begins empty. */
    async open(): Promise<void> {
      set({ isOpening: true });
      await readAll();
      set({ isOpening: false });
      if (has(isReady)) schedule(QUIET_MS);
    },
    subscribe: status.subscribe,
    status: status.get,
    read,
    /** The entries of a kind by key. */
    readKind,
    edit: <V>(
      kind: string,
      key: string,
      value: V | null,
      options?: { readonly asDraft?: boolean; readonly seen?: Entry<V> },
    ) => change(kind, key, rulesOf(kind).edit(value, { at: now(), seen: read(kind, key), ...options })),
    save: (kind: string, key: string) => change(kind, key, rulesOf(kind).save(), 0),
    shelve: (kind: string, key: string) => change(kind, key, rulesOf(kind).shelve()),
    drop: (kind: string, key: string) => change(kind, key, rulesOf(kind).drop()),
    choose: (kind: string, key: string, which: 'mine' | 'theirs') =>
      change(kind, key, rulesOf(kind).choose(which, read(kind, key)), 0),
    /** Keeps a value on this device only; null removes it. */
    keep: (kind: string, key: string, value: unknown) =>
      change(kind, key, () => (value === null ? EMPTY : { ...EMPTY, base: value })),
    /**
     * Begins to follow a read; call the result with the server's values of that kind, where a missing one is null. It returns false if a write
     * was stored meanwhile: then the response may be older. So may one that the device had: it never replaces what the server told or stored.
     */
    beginRead(kind: string): (values: Values, isFromDevice?: boolean) => boolean {
      const began = settles.get(kind);
      return (values, isFromDevice = false) => {
        if (isFromDevice) {
          for (const [key, value] of values) void apply(nameOf(kind, key), rulesOf(kind).recall(value));
          return true;
        }
        if (began !== settles.get(kind)) return false;
        for (const key of new Set([...values.keys(), ...readKind(kind).map(([own]) => own)])) {
          const [value, before] = [values.get(key) ?? null, read(kind, key)];
          if (before.edit || !kinds[kind]!.isSame(before.base, value))
            void apply(nameOf(kind, key), rulesOf(kind).tell(value));
        }
        return true;
      };
    },
    /** The connection is back, or the page may be closed. */
    wake: (isLeaving = false) => void (has(isReady) && sendNow(isLeaving)),
    /** Sends now; returns whether the server has everything of the student. */
    async flush(): Promise<boolean> {
      await sendNow();
      return !has(isUnsaved);
    },
    isUnsaved: (kind?: string) =>
      [...entries].some(
        ([name, entry]) => isUnsaved(entry) && (kind === undefined || partsOf(name)[0] === kind),
      ),
    /** Whether the student has signed out: then all entries are empty. */
    isEnded: () => isEnded,
    /** Stops for good: later changes and responses have no effect. */
    end() {
      isEnded = true;
      cancel();
      pauses.end();
      entries.clear();
      unstored.clear();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
