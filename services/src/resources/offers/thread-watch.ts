import type { Deps } from '../resource';
import { threads } from './thread.model';

type ChangeStream = ReturnType<ReturnType<typeof threads>['watch']>;

/** Delay before an ended stream is opened again. */
const AGAIN_MS = 10_000;

/** Calls `changed` as soon as any process has written an offer, where the database has change streams. */
export class ThreadWatch {
  private stream: ChangeStream | undefined;
  private again: NodeJS.Timeout | undefined;
  /** Whether the stream is open: no write since then is missed. */
  isLive = false;

  constructor(
    private readonly deps: Deps,
    private readonly changed: () => void,
  ) {}

  start(): void {
    if (this.stream || this.again) return;
    const stream: ChangeStream = threads(this.deps.db).watch();
    this.stream = stream;
    // the first token means that the stream is open
    stream.on('resumeTokenChanged', () => {
      if (this.isLive || this.stream !== stream) return;
      this.isLive = true;
      this.changed();
    });
    stream.on('change', () => this.changed());
    stream.on('error', () => void this.lose(stream));
    stream.on('end', () => void this.lose(stream));
  }

  private async lose(stream: ChangeStream): Promise<void> {
    if (this.stream !== stream) return;
    await this.stop();
    this.again = setTimeout(() => {
      this.again = undefined;
      this.start();
    }, AGAIN_MS);
    this.again.unref();
  }

  async stop(): Promise<void> {
    const { stream } = this;
    clearTimeout(this.again);
    this.again = undefined;
    this.stream = undefined;
    this.isLive = false;
    // without a connection there is nothing to close
    await stream?.close().catch(() => undefined);
  }
}
