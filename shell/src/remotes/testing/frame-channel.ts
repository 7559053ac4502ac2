/**
 * One end of a channel, as in a browser but at once: it hears nothing before `start()`, and what was on its way when it closed still reaches
 * a listener.
 */
class FakePort extends EventTarget {
  other!: FakePort;
  isStarted = false;
  isClosed = false;
  /** What this end has said. */
  readonly said: unknown[] = [];
  start(): void {
    this.isStarted = true;
  }
  close(): void {
    this.isClosed = true;
  }
  postMessage(data: unknown): void {
    if (this.isClosed) return;
    this.said.push(data);
    if (this.other.isStarted) this.other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** jsdom has no channels. */
export class FakeChannel {
  static latest: FakeChannel;
  readonly port1 = new FakePort();
  readonly port2 = new FakePort();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
    FakeChannel.latest = this;
  }
}
