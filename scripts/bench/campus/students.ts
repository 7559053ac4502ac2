import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@flint/contracts/time';
import { createRandom, type Random } from '@flint/services/seed';
import { isDeepStrictEqual } from 'node:util';
import type { Stage } from './stage';

const TREES = ['oak', 'elm', 'fir', 'ash', 'yew', 'fig', 'lime', 'pine', 'plum', 'pear'];
const GIVE_UP_MS = 120_000;
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';

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
  /** Requests whose session had ended. */
  readonly signedOut: string[] = [];
  readonly times: number[] = [];

  p99(): number {
    return this.times.toSorted((a, b) => a - b)[Math.floor(this.times.length * 0.99)] ?? 0;
  }
}

/** Answers by rules between students or devices, which happen on a healthy campus. */
const isOfRules = (methodAndPath: string, { status, body }: Reply): boolean =>
  body?.code === 'idempotency_in_flight' ||
  (methodAndPath === 'POST /api/v1/offers' &&
    ([404, 409, 422].includes(status) || body?.code === 'offer_limit_reached'));

/** Repeats a request until a server answers it, and that answer is final. */
async function repeat(
  methodAndPath: string,
  send: () => Promise<Reply>,
  isFinal: (reply: Reply) => boolean = () => true,
): Promise<Reply> {
  for (const started = Date.now(); Date.now() - started < GIVE_UP_MS; await wait(200)) {
    const reply = await send();
    if (reply.status > 0 && reply.status < 500 && isFinal(reply)) return reply;
  }
  throw new Error(`${methodAndPath} was not taken within ${GIVE_UP_MS / 1000} s`);
}

/** A session is renewed this long before its token ends, as by the page. */
const EARLY_MS = 90_000;

/** What must be there. Each list begins with the last acknowledged value ('' and null: none yet); what was sent since may stand in its place. */
export interface Acknowledged {
  answers: string[];
  weeks: unknown[];
  /** Every offer with its recipient. */
  readonly offers: Map<string, string>;
}

export interface Ask {
  readonly body?: unknown;
  readonly key?: string;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

/** A student with a phone: signs in by mail, looks around, writes, repeats what got no answer, and knows what was acknowledged. */
export class Student {
  readonly #address: string;
  #tokens: Tokens = { access_token: '', refresh_token: '', expires_in: 0 };
  #renewAt = Infinity;
  #signingIn: Promise<void> | null = null;
  #count = 0;
  #held: (() => Promise<void>)[] = [];
  readonly #sent = { answers: [] as string[], weeks: [] as unknown[] };
  acknowledged: Acknowledged = { answers: [''], weeks: [null], offers: new Map() };

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
        ...(at.startsWith('/api/') && { authorization: `Bearer ${this.#tokens.access_token}` }),
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
    this.#judge(tally, methodAndPath, reply);
    return reply;
  }

  #judge(tally: Tally, methodAndPath: string, reply: Reply): void {
    const { status, body, isRefusal } = reply;
    const isSessionOver = status === 401 || (methodAndPath.startsWith(REFRESH) && status === 400);
    if ((status > 0 && status < 400) || isOfRules(methodAndPath, reply)) return;
    if (isSessionOver) tally.signedOut.push(`${methodAndPath}: ${status}`);
    else if (isRefusal && [429, 503, 507].includes(status))
      tally.refused.push(`${methodAndPath}: ${status} ${body?.code ?? 'by the balancer'}`);
    else tally.failed.push(`${methodAndPath}: ${status} ${body?.code ?? ''}`);
  }

  /** One request of a signed-in student; signs in again if the session has ended, which its tally says. */
  async ask(methodAndPath: string, ask: Ask = {}, port?: number): Promise<Reply> {
    if (Date.now() > this.#renewAt) await this.signIn();
    const reply = await this.#send(methodAndPath, ask, port);
    if (reply.status !== 401) return reply;
    await this.signIn();
    return this.#send(methodAndPath, ask, port);
  }

  /** Repeats a request with its key, as the page's outbox does, until it is taken or refused by a rule. */
  insist(methodAndPath: string, ask: Ask): Promise<Reply> {
    return repeat(
      methodAndPath,
      () => this.ask(methodAndPath, ask),
      (reply) =>
        reply.body?.code !== 'idempotency_in_flight' &&
        (reply.status !== 429 || isOfRules(methodAndPath, reply)),
    );
  }

  /** By the refresh token, else by a code from the mail. */
  signIn(): Promise<void> {
    return (this.#signingIn ??= this.#enter().finally(() => (this.#signingIn = null)));
  }

  async #enter(tries = 3): Promise<void> {
    const post = (path: string, body: unknown) => this.insistSignedOut(`POST /auth/v1${path}`, body);
    const keep = (tokens: Tokens) => {
      this.#tokens = tokens;
      this.#renewAt = Date.now() + tokens.expires_in * 1_000 - EARLY_MS;
    };
    const { refresh_token } = this.#tokens;
    if (refresh_token) {
      const { status, body } = await this.insistSignedOut(REFRESH, { refresh_token });
      if (status === 200) return keep(body);
    }
    const { mail } = this.stage;
    const before = mail.taken.length;
    await post('/otp', { email: this.email, create_user: true });
    const token = /\d{6}/.exec((await mail.next(this.email, before)).subject)?.[0];
    const { status, body } = await post('/verify', { email: this.email, token, type: 'email' });
    // a repeated request made another code, or used this one: a student asks again
    if (status === 403 && tries > 1) return this.#enter(tries - 1);
    if (status !== 200) throw new Error(`a code was refused: ${status} ${JSON.stringify(body)}`);
    keep(body);
    this.id = body.user.id;
  }

  insistSignedOut(methodAndPath: string, body: unknown): Promise<Reply> {
    return repeat(methodAndPath, () => this.#send(methodAndPath, { body }));
  }

  readonly #saveAnswer = async () => {
    // digits could be somebody's number, which is refused
    const other = [...String(++this.#count)].map((digit) => TREES[Number(digit)]).join(' ');
    const body = { answers: { religion: { value: 'other', other } } };
    this.#sent.answers.push(other);
    this.acknowledged.answers.push(other);
    const { status } = await this.insist('PATCH /api/v1/profile', { body });
    if (status === 200) this.acknowledged.answers = [other];
  };

  readonly #saveWeek = async () => {
    const hour = ++this.#count % 23;
    const utcSlots = [{ dayOfWeek: hour % 7, startHour: hour, endHour: hour + 1 }];
    const body = { utcSlots, timezone: 'America/Toronto', lastUpdated: new Date().toISOString() };
    this.#sent.weeks.push(utcSlots);
    this.acknowledged.weeks.push(utcSlots);
    const { status } = await this.insist('POST /api/v1/availability', { body });
    if (status === 200) this.acknowledged.weeks = [utcSlots];
  };

  /** Remembers what is acknowledged now. The function that it returns says what a copy must hold that was begun after the first call and ended before the second. */
  remember(): () => Acknowledged {
    const { answers, weeks, offers } = structuredClone(this.acknowledged);
    const [answered, saved] = [this.#sent.answers.length, this.#sent.weeks.length];
    return () => ({
      answers: [...answers, ...this.#sent.answers.slice(answered)],
      weeks: [...weeks, ...this.#sent.weeks.slice(saved)],
      offers,
    });
  }

  /** Invites somebody; returns whether the rules took it. */
  async offer(toUserId: string): Promise<boolean> {
    const proposedDate = new Date(Date.now() + this.random.int(2, 9) * DAY_MS).toISOString();
    const body = { toUserId, proposedDate, location: 'Library', activity: 'Coffee' };
    const reply = await this.insist('POST /api/v1/offers', { body, key: randomUUID() });
    if (reply.status === 201) this.acknowledged.offers.set(reply.body.id, toUserId);
    return reply.status === 201;
  }

  /** One visit, with time to think between requests. A phone without network holds its writes and sends them together. */
  async visit(thinkMs: number): Promise<void> {
    const think = () => wait(thinkMs * (0.5 + this.random.next()));
    const isOffline = this.random.chance(0.1);
    for (const at of ['config', 'profile', 'offers', 'offers/mail', 'photos', 'safety/standing']) {
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
      await this.offer(people[this.random.int(0, people.length - 1)]!.userId);
    if (isOffline) await wait(thinkMs * 4);
    await Promise.all(this.#held.splice(0).map((write) => write()));
  }

  /** Keeps an event stream until it or the signal ends. */
  async listen(signal: AbortSignal): Promise<void> {
    const headers = {
      authorization: `Bearer ${this.#tokens.access_token}`,
      'x-forwarded-for': this.#address,
    };
    const at = '/api/v1/offers/events';
    const stream = await fetch(this.stage.balancer.url + at, { headers, signal });
    const isRefusal = stream.headers.has('retry-after');
    this.#judge(this.tally(), `GET ${at}`, { status: stream.status, body: null, isRefusal });
    for await (const _ of stream.body ?? []);
  }

  /** What of the acknowledged is not there, read through each API process. */
  async lost(ports: readonly number[]): Promise<string[]> {
    const { answers: known, weeks, offers } = this.acknowledged;
    const missing: string[] = [];
    for (const port of ports) {
      // what cannot be read is a failed request, which says nothing about the write
      const read = async (at: string) => {
        const { status, body } = await this.ask(`GET /api/v1/${at}`, {}, port);
        return status === 200 ? body : null;
      };
      const profile = await read('profile');
      const answer = profile?.answers.religion?.other;
      if (profile && known[0] !== '' && !known.includes(answer))
        missing.push(`answer '${known.join("' or '")}' of ${this.email}: '${answer}'`);
      const week = weeks[0] === null ? null : await read('availability');
      if (week && !weeks.some((each) => isDeepStrictEqual(week.utcSlots, each)))
        missing.push(`week of ${this.email}`);
      const listed = await read('offers');
      if (!listed) continue;
      const ids = new Set(listed.items.map(({ id }: { id: string }) => id));
      for (const id of offers.keys()) if (!ids.has(id)) missing.push(`offer ${id}`);
    }
    return missing;
  }
}
