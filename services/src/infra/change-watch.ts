import type { Connection } from 'mongoose';

type ChangeStream = ReturnType<Connection['watch']>;

/** A model of mongoose, whatever its documents are. */
interface AnyModel {
  readonly db: Connection;
  readonly collection: { readonly collectionName: string };
}

/** A document that any process has inserted, changed or deleted. */
export interface Written {
  readonly model: AnyModel;
  readonly id: unknown;
  /** The fields that an update set; null if the whole document was written. */
  readonly fields: readonly string[] | null;
}

/** Delay before an ended stream is opened again. */
const AGAIN_MS = 10_000;

/** One change stream over some collections of a database, where the database has change streams. */
export class ChangeWatch {
  private stream: ChangeStream | undefined;
  private again: NodeJS.Timeout | undefined;
  /** Whether the stream is open: no write since then is missed. */
  isLive = false;

  /** `changed` is called with each write, and with null when the stream has opened: anything may have been written before. */
  constructor(
    private readonly models: readonly [AnyModel, ...AnyModel[]],
    private readonly changed: (written: Written | null) => void,
  ) {}

  start(): void {
    if (this.stream || this.again) return;
    const names = new Map(this.models.map((model) => [model.collection.collectionName, model]));
    const stream = this.models[0].db.watch([{ $match: { 'ns.coll': { $in: [...names.keys()] } } }]);
    this.stream = stream;
    // the first token means that the stream is open
    stream.on('resumeTokenChanged', () => {
      if (this.isLive || this.stream !== stream) return;
      this.isLive = true;
      this.changed(null);
    });
    stream.on('change', (event) => {
      if (!('documentKey' in event)) return;
      const model = names.get(event.ns.coll);
      const set = event.operationType === 'update' ? (event.updateDescription.updatedFields ?? {}) : null;
      if (model) this.changed({ model, id: event.documentKey._id, fields: set && Object.keys(set) });
    });
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
