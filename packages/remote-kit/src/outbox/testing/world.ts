/* Longer than 300 lines: the browsers, their tabs and the network of one model share their state. */
import * as LIMITS from '@flint/contracts/limits';
import { EMPTY, shownOf, type Entry } from '../entry';
import { createOutbox, type Outbox } from '../outbox';
import type { Kind, OutboxStorage, Outcome, Values, Writes } from '../parts';
import { unsentOf } from '../unsent';
import { createJudge } from './judge';
import { isSameJson } from '../same';
import {
  cleaned,
  createServer,
  hour,
  RULES,
  type Account,
  type Cells,
  type KindName,
  type Photos,
  typed,
} from './server';

/** A model of the world around the outbox: a server that follows the contract, two browsers, three tabs, two students. */

const KINDS = ['answers', 'week', 'album', 'mail'] as const;

interface Request {
  readonly browser: Browser;
  readonly tab: Tab;
  /** `isRefusing`: the server says that it does not take these values. */
  readonly serve: (isRefusing?: boolean) => void;
  readonly respond: (isLost: boolean) => void;
  isServed: boolean;
}

interface Tab {
  readonly outbox: Outbox | null;
  readonly account: Account | null;
  readonly timers: Set<() => void>;
  readonly isBlocked: boolean;
  isAlive: boolean;
  /** The album on the screen from its first change to 'Save'. */
  album: { readonly seen: Photos; readonly photos: Photos } | null;
}

interface Browser {
  account: Account | null;
  isOnline: boolean;
  /** A full storage can be read; a page that is opened while it is blocked cannot use it. */
  storage: 'works' | 'full' | 'blocked';
  clockOffset: number;
  isClockChanged: boolean;
  isLocked: boolean;
  readonly hasLocks: boolean;
  readonly stored: Map<Account, Map<string, Entry>>;
  /** The last answer to a read, which the service worker gives when the server does not respond. */
  readonly answers: Map<Account, ReadonlyMap<KindName, Values>>;
  readonly tabs: Tab[];
  readonly listeners: Map<Tab, (name: string) => void>;
  readonly waiting: (() => void)[];
}

const newTab = (known: Partial<Tab> = {}): Tab => ({
  outbox: null,
  account: null,
  timers: new Set(),
  isBlocked: false,
  isAlive: true,
  album: null,
  ...known,
});

/** What the student does with the photos on a screen, at a position. */
const ALBUM_ACTS = {
  add: (photos: Photos, at: number, photo: string): Photos => photos.toSpliced(at, 0, photo),
  remove: (photos: Photos, at: number): Photos => photos.toSpliced(at, 1),
  move: (photos: Photos, at: number): Photos =>
    photos.length > at ? [...photos.slice(at), ...photos.slice(0, at)] : photos,
};
export type AlbumAct = keyof typeof ALBUM_ACTS;

export const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The world, with every action of a student, a browser and the network. */
export function createWorld(hasLocks: boolean) {
  const server = createServer();
  const judge = createJudge();
  const requests: Request[] = [];
  const faults: string[] = [];
  let clock = 10_000;
  const browsers: Browser[] = [2, 1].map((count) => ({
    account: 'ann',
    isOnline: true,
    storage: 'works',
    clockOffset: 0,
    isClockChanged: false,
    isLocked: false,
    hasLocks,
    stored: new Map(),
    answers: new Map(),
    tabs: Array.from({ length: count }, () => newTab()),
    listeners: new Map(),
    waiting: [],
  }));
  const places = browsers.flatMap((browser) => browser.tabs.map((_, at) => ({ browser, at })));
  const tabAt = (which: number): Tab => places[which]!.browser.tabs[places[which]!.at]!;

  const storageOf = (browser: Browser, account: Account): OutboxStorage => {
    const all = () => {
      let map = browser.stored.get(account);
      if (!map) browser.stored.set(account, (map = new Map()));
      return map;
    };
    const isBlocked = browser.storage === 'blocked';
    const fail = (isBroken: boolean) => {
      if (isBroken) throw new DOMException('broken', 'QuotaExceededError');
    };
    return {
      readAll: async () => {
        await Promise.resolve();
        fail(isBlocked);
        return new Map(all());
      },
      update: async (name, change) => {
        await Promise.resolve();
        fail(isBlocked || browser.storage === 'full');
        const next = change(all().get(name) ?? EMPTY);
        all().set(name, next);
        return next;
      },
    };
  };

  const lockHolders = new Map<Tab, () => void>();
  const release = (tab: Tab) => {
    lockHolders.get(tab)?.();
    lockHolders.delete(tab);
  };
  const lockOf =
    (browser: Browser, tab: Tab) =>
    async <T>(work: () => Promise<T>): Promise<T> => {
      if (!browser.hasLocks) return work();
      while (browser.isLocked) await new Promise<void>((resolve) => browser.waiting.push(resolve));
      browser.isLocked = true;
      lockHolders.set(tab, () => {
        browser.isLocked = false;
        browser.waiting.shift()?.();
      });
      try {
        return await work();
      } finally {
        release(tab);
      }
    };

  const request = (
    { browser, tab }: Pick<Request, 'browser' | 'tab'>,
    serve: (isRefusing: boolean) => void,
    respond: (isLost: boolean) => void,
  ) => {
    const next: Request = {
      browser,
      tab,
      isServed: false,
      serve: (isRefusing = false) => {
        // requests of a browser reach the server in their order
        for (const earlier of requests.slice(0, requests.indexOf(next)))
          if (!earlier.isServed && earlier.browser === browser) earlier.serve();
        next.isServed = true;
        serve(isRefusing);
      },
      respond: (isLost) => {
        requests.splice(requests.indexOf(next), 1);
        if (tab.isAlive) respond(isLost);
      },
    };
    requests.push(next);
    return next;
  };
  const answerAll = (own: readonly Request[]) => {
    for (const one of own) {
      if (!one.isServed) one.serve();
      one.respond(false);
    }
  };
  const runTimers = (tab: Tab) => Array.from(tab.timers).forEach((timer) => timer());

  const sendOf =
    (browser: Browser, account: Account, kind: KindName, tab: () => Tab) =>
    (writes: Writes): Promise<Outcome> => {
      if (browser.account !== account) return Promise.resolve({ by: 'signedOut' });
      if (!browser.isOnline) return Promise.resolve({ by: 'failure' });
      return new Promise((resolve) => {
        let outcome: Outcome = { by: 'failure' };
        request(
          { browser, tab: tab() },
          (isRefusing) => void (outcome = server.write(account, kind, writes, isRefusing)),
          (isLost) => resolve(isLost ? { by: 'failure' } : outcome),
        );
      });
    };

  const open = async (browser: Browser, at: number): Promise<void> => {
    const { account, clockOffset } = browser;
    browser.tabs[at] = newTab();
    if (!account) return;
    const self = (): Tab => tab;
    const kinds = Object.fromEntries(
      KINDS.map((kind): [string, Kind] => [
        kind,
        { ...RULES[kind], send: sendOf(browser, account, kind, self) },
      ]),
    );
    const outbox = createOutbox({
      kinds,
      storage: storageOf(browser, account),
      channel: {
        post: (name) => {
          for (const [other, listener] of browser.listeners)
            if (other !== tab && other.account === account) listener(name);
        },
        listen: (on) =>
          void queueMicrotask(() => browser.listeners.set(tab, (name) => tab.isAlive && on(name))),
      },
      lock: (work) => lockOf(browser, tab)(work),
      now: () => ++clock + clockOffset,
      later: (work) => {
        const timer = () => {
          tab.timers.delete(timer);
          if (tab.isAlive) work();
        };
        tab.timers.add(timer);
        return () => void tab.timers.delete(timer);
      },
    });
    const tab = newTab({ account, outbox, isBlocked: browser.storage === 'blocked' });
    browser.tabs[at] = tab;
    await outbox.open();
  };
  const close = (browser: Browser, at: number): void => {
    const tab = browser.tabs[at]!;
    if (tab.outbox?.status().isOnDevice === false) judge.excuse((edit) => edit.isRisky && edit.tab === tab);
    tab.outbox?.end();
    tab.isAlive = false;
    browser.listeners.delete(tab);
    release(tab);
  };

  /** A student in front of a tab; null if nobody is signed in there. */
  const inFront = (which: number) => {
    const { browser } = places[which]!;
    const tab = tabAt(which);
    const { outbox, account } = tab;
    if (!outbox || !account) return null;
    const place = { account, browser, tab, isRisky: browser.storage === 'full' || tab.isBlocked };
    return {
      outbox,
      tab,
      place,
      show: <V>(kind: KindName, key: string) => shownOf(outbox.read<V>(kind, key)),
    };
  };

  return {
    faults,
    async start() {
      for (const { browser, at } of places) await open(browser, at);
    },
    answer(which: number, key: string) {
      const student = inFront(which);
      if (!student) return;
      const { outbox, place } = student;
      const entry = outbox.read('answers', key);
      const shown = [shownOf(entry), entry.hold?.by === 'conflict' ? entry.hold.theirs : null];
      const id = judge.answer(place, key, shown.map(cleaned), place.browser.isClockChanged);
      void outbox.edit('answers', key, typed(id));
    },
    paint(which: number, key: string, asDraft: boolean) {
      const student = inFront(which);
      if (!student) return;
      const cells = student.show<Cells>('week', 'week') ?? {};
      const next = 1 - hour(cells, key);
      judge.hour(student.place, key, next);
      void student.outbox.edit('week', 'week', { ...cells, [key]: next }, { asDraft });
    },
    turnMail(which: number) {
      const student = inFront(which);
      if (!student) return;
      const next = !(student.show<boolean>('mail', 'mail') ?? true);
      judge.mail(student.place, next);
      void student.outbox.edit('mail', 'mail', next);
    },
    saveWeek: (which: number) => void tabAt(which).outbox?.save('week', 'week'),
    changeAlbum(which: number, act: AlbumAct, at: number) {
      const student = inFront(which);
      if (!student) return;
      const { tab, show } = student;
      const shown = show<Photos>('album', 'album');
      // the screen waits for the album
      if (!shown) return;
      const { seen, photos } = tab.album ?? { seen: shown, photos: shown };
      const next = ALBUM_ACTS[act](photos, at, `photo ${++clock}`);
      if (next.length <= LIMITS.photosMax) tab.album = { seen, photos: next };
    },
    saveAlbum(which: number) {
      const student = inFront(which);
      if (!student?.tab.album) return;
      const { seen, photos } = student.tab.album;
      student.tab.album = null;
      judge.album(student.place, seen, photos);
      void student.outbox.edit<Photos>('album', 'album', photos, { seen: { ...EMPTY, base: seen } });
    },
    async choose(which: number, kind: 'answers' | 'album', key: string, mine: boolean) {
      const student = inFront(which);
      const entry = student?.outbox.read(kind, key);
      if (!student || entry?.hold?.by !== 'conflict') return;
      const [own, theirs] = [entry.edit?.value ?? null, entry.hold.theirs];
      const [kept, given] = mine ? [own, theirs] : [theirs, own];
      if (kind === 'answers') judge.chose(Number(cleaned(kept)), Number(cleaned(given)));
      else judge.choseAlbum(student.place.account, (kept ?? []) as Photos, (given ?? []) as Photos);
      void student.outbox.choose(kind, key, mine ? 'mine' : 'theirs');
      await tick();
      // other tabs know of it before the student is there
      for (const tab of student.place.browser.tabs) if (tab !== student.tab) runTimers(tab);
    },
    connect(at: number, isOnline: boolean) {
      const browser = browsers[at]!;
      browser.isOnline = isOnline;
      if (isOnline) for (const { outbox } of browser.tabs) outbox?.wake();
      else for (const one of requests.filter(({ tab }) => browser.tabs.includes(tab))) one.respond(true);
    },
    breakStorage: (at: number, state: Browser['storage']) => void (browsers[at]!.storage = state),
    /** The device's clock is changed; pages that are open keep theirs. */
    changeClock(at: number, by: number) {
      const browser = browsers[at]!;
      browser.clockOffset += by;
      browser.isClockChanged = true;
    },
    async reload(which: number, isLeaving: boolean) {
      const { browser, at } = places[which]!;
      if (isLeaving) {
        tabAt(which).outbox?.wake(true);
        await tick();
      }
      close(browser, at);
      await open(browser, at);
    },
    /** Another account signs in on this browser, or the first one again; a tab notices when it is opened again. */
    enter: (at: number, account: Account) => void (browsers[at]!.account = account),
    /** Signs out, if the student has no unsent work or gives it up. */
    async signOut(at: number, anyway: boolean) {
      const browser = browsers[at]!;
      const tab = browser.tabs.find(({ outbox }) => outbox);
      if (!tab?.outbox || tab.account !== browser.account) return;
      const { account } = tab;
      await tab.outbox.open();
      if (tab.outbox.isUnsaved() && !anyway) return;
      judge.excuse(
        (edit) =>
          edit.browser === browser &&
          edit.account === account &&
          edit.replacedBy === null &&
          (anyway || edit.isRisky),
      );
      // what a page cannot reach it cannot delete; it stays for this student
      if (!tab.isBlocked) browser.stored.delete(account!);
      browser.answers.delete(account!);
      for (const [place, other] of browser.tabs.entries()) {
        if (other.account !== account) continue;
        close(browser, place);
        browser.tabs[place] = newTab();
      }
      browser.account = null;
    },
    /** The server has ended the session: only unsent work stays on the device, for the same student. */
    endSession(at: number) {
      const browser = browsers[at]!;
      const { account } = browser;
      if (!account) return;
      for (const [place, other] of browser.tabs.entries()) {
        if (other.account !== account) continue;
        close(browser, place);
        browser.tabs[place] = newTab();
      }
      const unsent = [...(browser.stored.get(account) ?? [])].flatMap(([name, entry]) => {
        const kept = unsentOf(name, entry);
        return kept ? [[name, kept] as const] : [];
      });
      browser.stored.set(account, new Map(unsent));
      browser.answers.delete(account);
      browser.account = null;
    },
    read(which: number): Request | undefined {
      const student = inFront(which);
      const { browser } = places[which]!;
      if (!student || !browser.isOnline || browser.account !== student.place.account) return undefined;
      const told = KINDS.map((kind) => [kind, student.outbox.beginRead(kind)] as const);
      let values = new Map<KindName, Values>();
      return request(
        { browser, tab: student.tab },
        () => {
          values = new Map(KINDS.map((kind) => [kind, server.readKind(student.place.account, kind)]));
        },
        (isLost) => {
          if (isLost) return;
          browser.answers.set(student.place.account, values);
          for (const [kind, tell] of told) tell(values.get(kind)!);
        },
      );
    },
    /** The server does not respond, and the service worker has an answer from before: what the device knows better stays. */
    async readFromDevice(which: number) {
      const student = inFront(which);
      const { browser } = places[which]!;
      const answers = student && browser.answers.get(student.place.account);
      if (!student || !answers) return;
      const { outbox, tab, place, show } = student;
      const stored = tab.isBlocked ? undefined : browser.stored.get(place.account);
      const known = [...answers].flatMap(([kind, values]) =>
        [...values.keys()].flatMap((key) => {
          const entries = [outbox.read(kind, key), stored?.get(`${kind}/${key}`) ?? EMPTY];
          const own = entries.filter((entry) => entry !== EMPTY).map(shownOf);
          return own.length > 0 ? [[kind, key, own] as const] : [];
        }),
      );
      for (const [kind, values] of answers) outbox.beginRead(kind)(values, true);
      await tick();
      for (const [kind, key, own] of known)
        if (!own.some((value) => isSameJson(show(kind, key), value)))
          faults.push(`an earlier answer replaces ${kind} ${key} in an open page`);
    },
    /** A read whose response comes at once. */
    readNow(which: number) {
      const own = this.read(which);
      if (own) answerAll([own]);
    },
    /** The timers of a tab run, and its requests are served and answered. */
    async sendNow(which: number) {
      this.time(which);
      await tick();
      answerAll(requests.filter(({ tab }) => tab === tabAt(which)));
    },
    serve(which: number, isRefusing: boolean) {
      const waiting = requests.filter(({ isServed }) => !isServed);
      waiting[which % waiting.length]?.serve(isRefusing);
    },
    respond(which: number, isLost: boolean) {
      const one = requests[which % requests.length];
      if (one && (one.isServed || isLost)) one.respond(isLost);
    },
    time: (which: number) => runTimers(tabAt(which)),
    /**
     * The network works, then the storage, and every student comes back to every browser, until nothing is left to send. Choices are left to
     * the judge, then made.
     */
    async settle() {
      const all = () => browsers.flatMap((browser) => browser.tabs.map((tab) => ({ browser, tab })));
      const findUnsent = (what: string, holds: readonly string[]) => {
        for (const { browser, tab } of all())
          for (const kind of tab.account === browser.account ? KINDS : [])
            for (const [key, { edit, sent, hold }] of tab.outbox?.readKind(kind) ?? [])
              if (sent || (edit && !holds.includes(hold?.by ?? '')))
                faults.push(`${what}: ${kind} ${key} is not sent`);
      };
      const drain = async () => {
        for (let round = 0; round < 40; round++) {
          await tick();
          answerAll([...requests]);
          await tick();
          for (const { tab } of all()) {
            if (tab.outbox?.read('week', 'week').hold?.by === 'draft') void tab.outbox.save('week', 'week');
            runTimers(tab);
          }
          await tick();
          const isAtRest = ({ account, tabs }: Browser) =>
            tabs.every(
              (tab) =>
                tab.account !== account ||
                (tab.timers.size === 0 && tab.outbox?.read('week', 'week').hold?.by !== 'draft'),
            );
          if (requests.length === 0 && browsers.every(isAtRest)) return;
        }
        faults.push('the outbox does not come to rest');
      };
      for (const browser of browsers) browser.isOnline = true;
      await drain();
      findUnsent('open pages', ['conflict', 'refusal']);
      for (const browser of browsers) browser.storage = 'works';
      await drain();
      for (const account of ['ann', 'ben'] as const) {
        for (const browser of browsers) {
          browser.account = account;
          for (const at of browser.tabs.keys()) {
            close(browser, at);
            await open(browser, at);
          }
        }
        await drain();
        const outboxes = all().flatMap(({ tab }) => tab.outbox ?? []);
        faults.push(...judge.judge(account, server, outboxes));
        // twice: the second browser is asked again about what the first one chose
        for (const browser of [...browsers, ...browsers, ...browsers, ...browsers]) {
          const { outbox } = browser.tabs[0]!;
          for (const kind of KINDS)
            for (const [key] of outbox?.readKind(kind) ?? []) await outbox?.choose(kind, key, 'mine');
          await drain();
        }
        findUnsent('after the choice', ['refusal']);
      }
    },
  };
}
