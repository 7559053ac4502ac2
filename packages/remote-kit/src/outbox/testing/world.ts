/* Longer than 300 lines: the server, the browsers and the judge of one model share their state. */
import { isSameJson } from '../same';
import { EMPTY, shownOf, type Entry, type Write } from '../entry';
import { createOutbox, type Outbox } from '../outbox';
import type { Kind, OutboxStorage, Outcome } from '../parts';

/** A model of the world around the outbox: a server that follows the contract, two browsers, three tabs, two students. */

export const KINDS = ['answers', 'week'] as const;
export type KindName = (typeof KINDS)[number];
type Account = 'ann' | 'ben';
type Cells = Readonly<Record<string, number>>;

/** An edit, identified by its number; `bit`: what it made of an hour. */
export interface Edit {
  readonly id: number;
  readonly account: Account;
  readonly kind: KindName;
  readonly key: string;
  readonly browser: Browser;
  readonly bit: number;
  /** Another edit that the student made or chose in its place. */
  replacedBy: number | null;
  /** The page had said that it is not kept on the device, and was closed; or the student signed out anyway; or gave it up. */
  isExcused: boolean;
  readonly isRisky: boolean;
  readonly tab: Tab | null;
}

interface Request {
  readonly tab: Tab;
  readonly serve: () => void;
  readonly respond: (isLost: boolean) => void;
  isServed: boolean;
}

interface Tab {
  outbox: Outbox | null;
  account: Account | null;
  timers: Set<() => void>;
  isAlive: boolean;
}

interface Browser {
  account: Account | null;
  isOnline: boolean;
  isFull: boolean;
  isLocked: boolean;
  readonly hasLocks: boolean;
  readonly stored: Map<Account, Map<string, Entry>>;
  readonly tabs: Tab[];
  readonly listeners: Map<Tab, (name: string) => void>;
  readonly waiting: (() => void)[];
}

const bit = (cells: Cells | null, cell: string): number => cells?.[cell] ?? 0;
const cellsIn = (...all: readonly (Cells | null)[]) =>
  new Set(all.flatMap((cells) => Object.keys(cells ?? {})));
const isSameCells = (a: Cells | null, b: Cells | null): boolean =>
  [...cellsIn(a, b)].every((cell) => bit(a, cell) === bit(b, cell));
const mergeCells = (madeFrom: Cells | null, mine: Cells | null, theirs: Cells | null): Cells => {
  const changed = [...cellsIn(madeFrom, mine)].filter((cell) => bit(madeFrom, cell) !== bit(mine, cell));
  return { ...theirs, ...Object.fromEntries(changed.map((cell) => [cell, bit(mine, cell)])) };
};

export const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The world, with every action of a student, a browser and the network. */
export function createWorld(hasLocks: boolean) {
  const server = new Map<string, unknown>();
  const edits: Edit[] = [];
  const requests: Request[] = [];
  const faults: string[] = [];
  let clock = 0;
  const browsers: Browser[] = [2, 1].map((count) => ({
    account: 'ann',
    isOnline: true,
    isFull: false,
    isLocked: false,
    hasLocks,
    stored: new Map(),
    tabs: Array.from(
      { length: count },
      () => ({ outbox: null, account: null, timers: new Set(), isAlive: false }) as Tab,
    ),
    listeners: new Map(),
    waiting: [],
  }));
  const tabs = browsers.flatMap((browser) => browser.tabs.map((_, at) => ({ browser, at })));

  const at = (account: Account, kind: KindName, key: string) => `${account}/${kind}/${key}`;
  const serve = (account: Account, kind: KindName, writes: ReadonlyMap<string, Write>): Outcome => {
    const stored = ([key]: readonly [string, Write]) => server.get(at(account, kind, key)) ?? null;
    if (kind === 'answers') {
      const changed = [...writes].filter(
        (entry) =>
          !isSameJson(stored(entry), entry[1].madeFrom) && !isSameJson(stored(entry), entry[1].value),
      );
      if (changed.length > 0)
        return { by: 'dispute', theirs: new Map(changed.map((entry) => [entry[0], stored(entry)])) };
    }
    for (const [key, { madeFrom, value }] of writes) {
      const next =
        kind === 'week'
          ? mergeCells(
              madeFrom as Cells,
              value as Cells,
              (server.get(at(account, kind, key)) ?? null) as Cells,
            )
          : value;
      server.set(at(account, kind, key), next);
    }
    return { by: 'stored', values: new Map([...writes].map((entry) => [entry[0], stored(entry)])) };
  };

  const storageOf = (browser: Browser, account: Account): OutboxStorage => {
    const all = () => {
      let map = browser.stored.get(account);
      if (!map) browser.stored.set(account, (map = new Map()));
      return map;
    };
    return {
      readAll: async () => {
        await Promise.resolve();
        return new Map(all());
      },
      update: async (name, change) => {
        await Promise.resolve();
        if (browser.isFull) throw new DOMException('full', 'QuotaExceededError');
        const next = change(all().get(name) ?? EMPTY);
        all().set(name, next);
        return next;
      },
    };
  };

  const lockOf =
    (browser: Browser, tab: Tab) =>
    async <T>(work: () => Promise<T>): Promise<T> => {
      if (!browser.hasLocks) return work();
      while (browser.isLocked) await new Promise<void>((resolve) => browser.waiting.push(resolve));
      browser.isLocked = true;
      const release = () => {
        browser.isLocked = false;
        browser.waiting.shift()?.();
      };
      lockHolders.set(tab, release);
      try {
        return await work();
      } finally {
        // a closed tab has released it already
        if (lockHolders.get(tab) === release) {
          lockHolders.delete(tab);
          release();
        }
      }
    };
  const lockHolders = new Map<Tab, () => void>();

  const open = async (browser: Browser, place: number): Promise<void> => {
    const { account } = browser;
    const tab: Tab = { outbox: null, account, timers: new Set(), isAlive: true };
    browser.tabs[place] = tab;
    if (!account) return;
    const send = (kind: KindName) => (writes: ReadonlyMap<string, Write>) => {
      if (browser.account !== account) return Promise.resolve({ by: 'signedOut' } as Outcome);
      if (!browser.isOnline) return Promise.resolve({ by: 'failure' } as Outcome);
      return new Promise<Outcome>((resolve) => {
        let outcome: Outcome = { by: 'failure' };
        requests.push({
          tab,
          isServed: false,
          serve() {
            this.isServed = true;
            outcome = serve(account, kind, writes);
          },
          respond: (isLost) => {
            if (tab.isAlive) resolve(isLost ? { by: 'failure' } : outcome);
          },
        });
      });
    };
    const kinds: Record<KindName, Kind> = {
      answers: { isSame: isSameJson, send: send('answers') },
      week: {
        isSame: isSameCells as Kind['isSame'],
        merge: mergeCells as Kind['merge'] & object,
        send: send('week'),
      },
    };
    tab.outbox = createOutbox({
      kinds,
      storage: storageOf(browser, account),
      channel: {
        post: (name) => {
          for (const [other, listener] of browser.listeners)
            if (other !== tab && other.account === account) listener(name);
        },
        listen: (on) => void browser.listeners.set(tab, (name) => tab.isAlive && on(name)),
      },
      lock: lockOf(browser, tab),
      now: () => ++clock,
      later: (work) => {
        const timer = () => {
          tab.timers.delete(timer);
          if (tab.isAlive) work();
        };
        tab.timers.add(timer);
        return () => void tab.timers.delete(timer);
      },
    });
    await tab.outbox.open();
  };

  const close = (browser: Browser, place: number): void => {
    const tab = browser.tabs[place]!;
    for (const edit of edits)
      if (edit.isRisky && edit.tab === tab && tab.outbox?.status().isOnDevice === false)
        edit.isExcused = true;
    tab.outbox?.end();
    tab.isAlive = false;
    browser.listeners.delete(tab);
    const release = lockHolders.get(tab);
    lockHolders.delete(tab);
    release?.();
  };

  const respond = (request: Request, isLost: boolean) => {
    requests.splice(requests.indexOf(request), 1);
    request.respond(isLost);
  };

  const shown = (tab: Tab, kind: KindName, key: string): number => {
    const value = tab.outbox && shownOf(tab.outbox.read(kind, kind === 'week' ? 'week' : key));
    return kind === 'week' ? bit(value as Cells | null, key) : ((value as number | null) ?? 0);
  };

  return {
    server,
    edits,
    faults,
    browsers,
    tabs,
    async start() {
      for (const { browser, at: place } of tabs) await open(browser, place);
    },
    edit(which: number, kind: KindName, key: string, asDraft: boolean) {
      const { browser, at: place } = tabs[which]!;
      const tab = browser.tabs[place]!;
      if (!tab.outbox || !tab.account) return;
      const id = edits.length + 1;
      const before = shown(tab, kind, key);
      for (const other of edits)
        if (
          other.account === tab.account &&
          other.kind === kind &&
          other.key === key &&
          other.browser === browser &&
          other.replacedBy === null
        )
          other.replacedBy = id;
      const seen = kind === 'answers' ? edits[before - 1] : undefined;
      if (seen && seen.replacedBy === null) seen.replacedBy = id;
      edits.push({
        id,
        account: tab.account,
        kind,
        key,
        browser,
        bit: 1 - before,
        replacedBy: null,
        isExcused: false,
        isRisky: browser.isFull,
        tab,
      });
      if (kind === 'answers') void tab.outbox.edit('answers', key, id);
      else {
        const cells = shownOf(tab.outbox.read<Cells>('week', 'week')) ?? {};
        void tab.outbox.edit('week', 'week', { ...cells, [key]: 1 - before }, { asDraft });
      }
    },
    saveWeek(which: number) {
      const { browser, at: place } = tabs[which]!;
      void browser.tabs[place]!.outbox?.save('week', 'week');
    },
    choose(which: number, key: string, mine: boolean) {
      const { browser, at: place } = tabs[which]!;
      const { outbox } = browser.tabs[place]!;
      const entry = outbox?.read<number>('answers', key);
      if (!outbox || entry?.hold?.by !== 'conflict') return;
      const [own, theirs] = [entry.edit?.value ?? 0, entry.hold.theirs ?? 0];
      const [kept, given] = mine ? [own, theirs] : [theirs, own];
      const lost = edits[given - 1];
      if (lost && lost.id !== kept) lost.replacedBy = kept === 0 ? lost.replacedBy : kept;
      if (lost && kept === 0) lost.isExcused = true;
      void outbox.choose('answers', key, mine ? 'mine' : 'theirs');
    },
    connect(at: number, isOnline: boolean) {
      const browser = browsers[at]!;
      browser.isOnline = isOnline;
      if (isOnline) for (const { outbox } of browser.tabs) outbox?.wake();
      else
        for (const request of requests.filter(({ tab }) => browser.tabs.includes(tab)))
          respond(request, true);
    },
    fill: (at: number, isFull: boolean) => void (browsers[at]!.isFull = isFull),
    async reload(which: number, isLeaving: boolean) {
      const { browser, at: place } = tabs[which]!;
      if (isLeaving) {
        browser.tabs[place]!.outbox?.wake(true);
        await tick();
      }
      close(browser, place);
      await open(browser, place);
    },
    /** Another account signs in on this browser, or the first one again; a tab notices when it is opened again. */
    enter: (at: number, account: Account) => void (browsers[at]!.account = account),
    /** Signs out, if the student has no unsent work or gives it up. */
    async signOut(at: number, anyway: boolean) {
      const browser = browsers[at]!;
      const tab = browser.tabs.find(({ outbox }) => outbox);
      if (!tab?.outbox || tab.account !== browser.account) return;
      await tab.outbox.open();
      if (tab.outbox.isUnsaved() && !anyway) return;
      for (const edit of edits)
        if (
          edit.browser === browser &&
          edit.account === tab.account &&
          edit.replacedBy === null &&
          (anyway || edit.isRisky)
        )
          edit.isExcused = true;
      browser.stored.delete(tab.account!);
      for (const [place, other] of browser.tabs.entries()) {
        if (other.account !== tab.account) continue;
        close(browser, place);
        browser.tabs[place] = { outbox: null, account: null, timers: new Set(), isAlive: true };
      }
      browser.account = null;
    },
    read(which: number) {
      const { browser, at: place } = tabs[which]!;
      const tab = browser.tabs[place]!;
      const { outbox, account } = tab;
      if (!outbox || !account || !browser.isOnline || browser.account !== account) return;
      const told = KINDS.map((kind) => [kind, outbox.beginRead(kind)] as const);
      let values = new Map<KindName, Map<string, unknown>>();
      requests.push({
        tab,
        isServed: false,
        serve() {
          this.isServed = true;
          values = new Map(
            KINDS.map((kind) => {
              const prefix = `${account}/${kind}/`;
              const own = [...server].filter(([name]) => name.startsWith(prefix));
              return [kind, new Map(own.map(([name, value]) => [name.slice(prefix.length), value]))];
            }),
          );
        },
        respond: (isLost) => {
          if (isLost || !tab.isAlive) return;
          for (const [kind, tell] of told) tell(values.get(kind)!);
        },
      });
    },
    /** A read whose response comes at once. */
    readNow(which: number) {
      const before = requests.length;
      this.read(which);
      const request = requests[before];
      request?.serve();
      if (request) respond(request, false);
    },
    /** The timers of a tab run, and its requests are served and answered. */
    async sendNow(which: number) {
      const { browser, at: place } = tabs[which]!;
      this.time(which);
      await tick();
      const own = requests.filter(({ tab }) => tab === browser.tabs[place]);
      for (const request of own) {
        if (!request.isServed) request.serve();
        respond(request, false);
      }
    },
    serve(which: number) {
      const open = requests.filter(({ isServed }) => !isServed);
      open[which % open.length]?.serve();
    },
    respond(which: number, isLost: boolean) {
      const request = requests[which % requests.length];
      if (request && (request.isServed || isLost)) respond(request, isLost);
    },
    time(which: number) {
      const { browser, at: place } = tabs[which]!;
      Array.from(browser.tabs[place]!.timers).forEach((timer) => timer());
    },
    /** The network works and every student comes back to every browser, until nothing is left to send. */
    async settle() {
      for (const browser of browsers) {
        browser.isFull = false;
        browser.isOnline = true;
      }
      const drain = async () => {
        for (let round = 0; round < 40; round++) {
          await tick();
          const open = [...requests];
          for (const request of open) {
            if (!request.isServed) request.serve();
            respond(request, false);
          }
          await tick();
          for (const browser of browsers)
            for (const tab of browser.tabs) {
              tab.outbox?.save('week', 'week');
              Array.from(tab.timers).forEach((timer) => timer());
            }
          await tick();
          if (
            requests.length === 0 &&
            browsers.every((browser) =>
              browser.tabs.every(({ timers, account }) => timers.size === 0 || account !== browser.account),
            )
          )
            return;
        }
        faults.push('the outbox does not come to rest');
      };
      await drain();
      for (const account of ['ann', 'ben'] as const) {
        for (const [at, browser] of browsers.entries()) {
          browser.account = account;
          for (let place = 0; place < browser.tabs.length; place++) {
            close(browser, place);
            await open(browser, place);
          }
          void at;
        }
        await drain();
        this.judge(account);
      }
    },
    /** Finds edits of an account that are lost. */
    judge(account: Account) {
      const outboxes = browsers.flatMap((browser) =>
        browser.tabs.flatMap(({ outbox }) => (outbox ? [outbox] : [])),
      );
      for (const edit of edits) {
        if (edit.account !== account) continue;
        const { kind, key } = edit;
        if (kind === 'week') {
          // an hour that one browser changed is as its last change says; of two browsers, either may win
          const all = edits.filter(
            (other) => other.account === account && other.kind === 'week' && other.key === key,
          );
          const last = all.at(-1)!;
          const isUnclear = all.some(
            (other) => other.browser !== edit.browser || other.isExcused || other.isRisky,
          );
          const final = bit((server.get(at(account, 'week', 'week')) ?? null) as Cells | null, key);
          if (!isUnclear && edit === last && final !== edit.bit)
            faults.push(`hour ${key}: ${edit.id} is lost`);
          continue;
        }
        const final = (server.get(at(account, 'answers', key)) ?? 0) as number;
        const offered = outboxes.flatMap((outbox) => {
          const { edit: own, hold } = outbox.read<number>('answers', key);
          return hold?.by === 'conflict' ? [own?.value ?? 0] : [];
        });
        let last: Edit = edit;
        for (let hops = 0; hops < 200; hops++) {
          if (last.isExcused || last.id === final || offered.includes(last.id) || last.replacedBy === null)
            break;
          last = edits[last.replacedBy - 1]!;
        }
        if (!last.isExcused && last.id !== final && !offered.includes(last.id))
          faults.push(`answer ${key}: ${edit.id} (then ${last.id}) is lost, the server has ${final}`);
      }
    },
  };
}
