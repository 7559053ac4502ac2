import type { Offer } from '@flint/contracts';
import type { Answer } from '@flint/testing';
import { OBSERVERS, START, type Man, type Name, type Observer, type Stage } from './stage';
import { entryOf, request, type Entry } from './transcript';

const isObserver = (name: Name): name is Observer => OBSERVERS.includes(name as Observer);

/** One run of a sequence, and what the three observers received. */
export class World {
  readonly entries: Entry[] = [];
  private readonly addresses = new Map<Observer, string[]>();
  /** Men whose cards have left the lists, and of whom nothing can be asked. */
  readonly away = new Set<Man>();
  readonly left = new Set<Man>();
  /** Who ends his pause when, as a suspension ends by itself; in ms. */
  readonly returns = new Map<Man, number>();

  constructor(readonly stage: Stage) {}

  idOf = (name: Name): string => this.stage.people[name].id;
  isAway = (id: string): boolean => [...this.away].some((man) => this.idOf(man) === id);
  at = (hours: number): string => new Date(Date.parse(START) + hours * 3_600_000).toISOString();
  addressesOf = (name: Observer): readonly string[] => this.addresses.get(name) ?? [];

  keepAddress(name: Observer, address: string): void {
    this.addresses.set(name, [...this.addressesOf(name), address]);
  }

  /** Sends a request; what an observer receives is kept. Returns the parsed JSON, or an empty object. */
  async ask(by: Name, what: string, body?: unknown): Promise<Answer['body']> {
    const { server, people } = this.stage;
    const reply = await request(server.url, people[by].token, what, body);
    if (reply.status >= 500) throw new Error(`${what}: ${reply.text}`);
    if (isObserver(by)) this.entries.push(entryOf(by, what, reply));
    const isJson = /json/.test(reply.headers.get('content-type') ?? '');
    return isJson ? JSON.parse(reply.text) : {};
  }

  /** A student's offers, without those with a man who left. */
  async offersOf(name: Name): Promise<Offer[]> {
    const { items } = (await this.ask(name, 'GET /offers')) as { items: Offer[] };
    const gone = new Set<string | null>([...[...this.left].map(this.idOf), null]);
    return items.filter(({ fromUserId, toUserId }) => !gone.has(fromUserId) && !gone.has(toUserId));
  }

  /** Lets time pass; a pause that is over by then ends. */
  async pass(seconds: number): Promise<void> {
    this.stage.clock.advanceSeconds(seconds);
    const now = this.stage.server.deps.clock.now().getTime();
    for (const [man, at] of this.returns) {
      if (now < at) continue;
      this.returns.delete(man);
      await this.ask(man, 'PUT /safety/pause', { paused: false });
    }
  }

  /** Keeps what a step told the observers besides its response, and lets seven seconds pass. */
  async endStep(what: string): Promise<void> {
    for (const notice of this.stage.takeNotices(OBSERVERS))
      this.entries.push({ to: 'notice', what, body: JSON.stringify(notice) });
    for (const event of await this.stage.takeEvents(OBSERVERS))
      this.entries.push({ to: 'event', what, body: JSON.stringify(event) });
    this.stage.clock.advanceSeconds(7);
  }
}
