import { randomUUID } from 'node:crypto';
import { createRandom, type Random } from '@flint/services/seed';
import { isDeepStrictEqual } from 'node:util';
import type { Stage } from './stage';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const TREES = ['oak', 'elm', 'fir', 'ash', 'yew', 'fig', 'lime', 'pine', 'plum', 'pear'];
const DAY_MS = 86_400_000;
const GIVE_UP_MS = 120_000;

export interface Reply {
  /** 0: no response. */
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of many routes
  readonly body: any;
  readonly isRefusal: boolean;
}

/** What happened to the requests of a time. */
export class Tally {
  requests = 0;
  /** 503, 507 or 429 that say what to do: the student waits and tries again. */
  readonly refused: string[] = [];
  readonly failed: string[] = [];
  readonly times: number[] = [];

  p99(): number {
    return this.times.toSorted((a, b) => a - b)[Math.floor(this.times.length * 0.99)] ?? 0;
  }
}

/** Answers by rules between students or devices, which happen on a healthy campus. */
const OF_RULES = new Set<unknown>([401, 404, 409, 422, 'offer_limit_reached']);

export interface Ask {
  readonly body?: unknown;
  readonly key?: string;
}

/** A student with a phone: signs in by mail, looks around, writes, repeats what got no answer, and knows what was acknowledged. */
export class Student {
  readonly #address: string;
  #tokens = { access_token: '', refresh_token: '' };
  #count = 0;
  #held: (() => Promise<void>)[] = [];
  /** The last acknowledged answer and week, and every acknowledged offer with its recipient. */
  readonly acknowledged = { answer: '', week: null as unknown, offers: new Map<string, string>() };

  id = '';
  /** The people of the last list. */
  met: readonly string[] = [];

  constructor(
    readonly stage: Stage,
    readonly email: string,
    readonly tally: () => Tally,
    at: number,
    readonly random: Random = createRandom(at),
  ) {
    this.#address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
  }

  async #send(methodAndPath: string, { body, key }: Ask, port?: number): Promise<Reply> {
    const [method = '', at = ''] = methodAndPath.split(' ');
    const tally = this.tally();
    const started = performance.now();
    const origin = port ? `http://127.0.0.1:${port}` : this.stage.balancer.url;
    const reply = await fetch(origin + at, {
      method,
      headers: {
        'x-forwarded-for': this.#address,
        ...(this.#tokens.access_token && { authorization: `Bearer ${this.#tokens.access_token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).then(
      async (answer) => {
        const text = await answer.text();
        const isJson = answer.headers.get('content-type')?.includes('json');
        const says = answer.headers.has('retry-after') || answer.status === 507;
        return { status: answer.status, body: isJson ? JSON.parse(text) : text, isRefusal: says };
      },
      () => ({ status: 0, body: null, isRefusal: false }),
    );
    tally.requests += 1;
    tally.times.push(performance.now() - started);
    // a restore keeps no session
    const isSessionOver = at.startsWith('/auth/v1/token') && reply.status === 400;
    if (isSessionOver || OF_RULES.has(reply.status) || OF_RULES.has(reply.body?.code)) return reply;
    if (reply.isRefusal && [429, 503, 507].includes(reply.status))
      tally.refused.push(`${methodAndPath}: ${reply.status} ${reply.body?.code ?? 'by the balancer'}`);
    else if (reply.status === 0 || reply.status >= 400)
      tally.failed.push(`${methodAndPath}: ${reply.status} ${reply.body?.code ?? ''}`);
    return reply;
  }

  /** One request of a signed-in student; signs in again if the session has ended. */
  async ask(methodAndPath: string, ask: Ask = {}, port?: number): Promise<Reply> {
    const reply = await this.#send(methodAndPath, ask, port);
    if (reply.status !== 401) return reply;
    await this.signIn();
    return this.#send(methodAndPath, ask, port);
  }

  /** Repeats a request with its key, as the page's outbox does, until it is taken or refused by a rule. */
  async insist(methodAndPath: string, ask: Ask): Promise<Reply> {
    for (const started = Date.now(); Date.now() - started < GIVE_UP_MS; await wait(200)) {
      const reply = await this.ask(methodAndPath, ask);
      const isOpen =
        reply.status === 0 || reply.status >= 500 || reply.body?.code === 'idempotency_in_flight';
      if (!isOpen && (reply.status !== 429 || OF_RULES.has(reply.body?.code))) return reply;
    }
    throw new Error(`${methodAndPath} was not taken within ${GIVE_UP_MS / 1000} s`);
  }

  /** By the refresh token, else by a code from the mail. */
  async signIn(): Promise<void> {
    const post = (path: string, body: unknown) => this.insistSignedOut(`POST /auth/v1${path}`, body);
    const { refresh_token } = this.#tokens;
    this.#tokens = { access_token: '', refresh_token: '' };
    if (refresh_token) {
      const { status, body } = await post('/token?grant_type=refresh_token', { refresh_token });
      if (status === 200) return void (this.#tokens = body);
    }
    const before = this.stage.mail.taken.length;
    await post('/otp', { email: this.email, create_user: true });
    const { subject } = await this.stage.mail.next(this.email, before);
    const token = /\d{6}/.exec(subject)?.[0];
    const { status, body } = await post('/verify', { email: this.email, token, type: 'email' });
    if (status !== 200) throw new Error(`a right code was refused: ${status} ${JSON.stringify(body)}`);
    this.#tokens = body;
    this.id = body.user.id;
  }

  async insistSignedOut(methodAndPath: string, body: unknown): Promise<Reply> {
    for (const started = Date.now(); Date.now() - started < GIVE_UP_MS; await wait(200)) {
      const reply = await this.#send(methodAndPath, { body });
      if (reply.status > 0 && reply.status < 500) return reply;
    }
    throw new Error(`${methodAndPath} was not taken within ${GIVE_UP_MS / 1000} s`);
  }

  readonly #saveAnswer = async () => {
    // digits could be somebody's number, which is refused
    const other = [...String(++this.#count)].map((digit) => TREES[Number(digit)]).join(' ');
    const body = { answers: { religion: { value: 'other', other } } };
    const { status } = await this.insist('PATCH /api/v1/profile', { body });
    if (status === 200) this.acknowledged.answer = other;
  };

  readonly #saveWeek = async () => {
    const hour = ++this.#count % 23;
    const utcSlots = [{ dayOfWeek: hour % 7, startHour: hour, endHour: hour + 1 }];
    const body = { utcSlots, timezone: 'America/Toronto', lastUpdated: new Date().toISOString() };
    const { status } = await this.insist('POST /api/v1/availability', { body });
    if (status === 200) this.acknowledged.week = utcSlots;
  };

  async #offer(toUserId: string): Promise<void> {
    const proposedDate = new Date(Date.now() + this.random.int(2, 9) * DAY_MS).toISOString();
    const body = { toUserId, proposedDate, location: 'Library', activity: 'Coffee' };
    const reply = await this.insist('POST /api/v1/offers', { body, key: randomUUID() });
    if (reply.status === 201) this.acknowledged.offers.set(reply.body.id, toUserId);
  }

  /** One visit, with time to think between requests. A phone without network holds its writes and sends them together. */
  async visit(thinkMs: number): Promise<void> {
    const think = () => wait(thinkMs * (0.5 + this.random.next()));
    const isOffline = this.random.chance(0.1);
    for (const at of ['config', 'profile', 'offers', 'photos', 'safety/standing']) {
      await this.ask(`GET /api/v1/${at}`);
      await think();
    }
    const { body } = await this.ask('GET /api/v1/matches');
    await think();
    for (const write of [this.#saveAnswer, this.#saveWeek]) {
      if (isOffline) this.#held.push(write);
      else await write();
      await think();
    }
    const people: { userId: string }[] = body?.items ?? [];
    this.met = people.map(({ userId }) => userId);
    if (people.length > 0 && this.random.chance(0.3))
      await this.#offer(people[this.random.int(0, people.length - 1)]!.userId);
    if (isOffline) await wait(thinkMs * 4);
    await Promise.all(this.#held.splice(0).map((write) => write()));
  }

  /** Keeps an event stream until it or the signal ends. */
  async listen(signal: AbortSignal): Promise<void> {
    const headers = {
      authorization: `Bearer ${this.#tokens.access_token}`,
      'x-forwarded-for': this.#address,
    };
    const stream = await fetch(`${this.stage.balancer.url}/api/v1/offers/events`, { headers, signal });
    for await (const _ of stream.body ?? []);
  }

  /** What of the acknowledged is not there, read through each API process. */
  async lost(ports: readonly number[]): Promise<string[]> {
    const { answer, week, offers } = this.acknowledged;
    const missing: string[] = [];
    for (const port of ports) {
      const read = async (at: string) => (await this.ask(`GET /api/v1/${at}`, {}, port)).body;
      const { answers } = await read('profile');
      if (answer && answers?.religion?.other !== answer)
        missing.push(`answer '${answer}' of ${this.email}: '${answers?.religion?.other}'`);
      if (week && !isDeepStrictEqual((await read('availability')).utcSlots, week))
        missing.push(`week of ${this.email}`);
      const ids = new Set((await read('offers')).items?.map(({ id }: { id: string }) => id));
      for (const id of offers.keys()) if (!ids.has(id)) missing.push(`offer ${id}`);
    }
    return missing;
  }
}

export interface Crowd {
  readonly students: readonly Student[];
  /** Counts requests from here on. */
  count(): Tally;
  /** Ends the visits that run; resolves when every write has its answer. */
  rest(): Promise<void>;
  go(): void;
  /** Acknowledged writes that are not there. */
  lost(): Promise<string[]>;
  close(): Promise<void>;
}

/** Signs the students of the seeded campus in and lets them visit again and again; every third keeps an event stream. */
export async function startCrowd(stage: Stage, count: number, thinkMs: number): Promise<Crowd> {
  let tally = new Tally();
  const ended = new AbortController();
  const isOver = () => ended.signal.aborted;
  let hold: Promise<void> | null = null;
  let release = () => undefined as void;
  const accounts = stage.admin.collection('auth_users').find().sort({ email: 1 }).limit(count);
  const emails = (await accounts.toArray()).map(({ email }) => email as string);
  const students = emails.map((email, at) => new Student(stage, email, () => tally, at + 1));
  for (const student of students) await student.signIn();
  const visiting = new Set<Student>();
  const errors: unknown[] = [];
  const live = async (student: Student) => {
    while (!isOver()) {
      await hold;
      if (isOver()) return;
      visiting.add(student);
      await student.visit(thinkMs).catch((error: unknown) => errors.push(error));
      visiting.delete(student);
    }
  };
  const listen = async (student: Student) => {
    while (!isOver()) {
      await student.listen(ended.signal).catch(() => undefined);
      await wait(200);
    }
  };
  const lives = students.map(live);
  const streams = students.filter((_, at) => at % 3 === 0).map(listen);
  const go = () => {
    hold = null;
    release();
  };
  return {
    students,
    count: () => (tally = new Tally()),
    async rest() {
      hold ??= new Promise((resolve) => (release = resolve));
      while (visiting.size > 0) await wait(20);
      if (errors.length > 0) throw errors[0];
    },
    go,
    async lost() {
      const all: string[] = [];
      for (const student of students) all.push(...(await student.lost(stage.ports)));
      return all;
    },
    async close() {
      ended.abort();
      go();
      await Promise.all([...lives, ...streams]);
    },
  };
}
