/** Public types of the room; its sources are checked by their own settings. */
export interface EmbeddedMongoOptions {
  /** Folder that holds everything; without one the data lives in a temporary folder and goes with the server. */
  readonly dataDir?: string;
  /** 0 (the default) takes any free port; always on 127.0.0.1. */
  readonly port?: number;
  /** Runs on a worker thread of its own. */
  readonly inWorker?: boolean;
}
export interface EmbeddedMongo {
  readonly uri: string;
  /** The address of one database. */
  uriFor(database: string): string;
  close(): Promise<void>;
}
/** Starts the server: real mongoose and the real driver talk to it over the wire on 127.0.0.1. Rejects with one sentence. */
export function startEmbeddedMongo(options?: EmbeddedMongoOptions): Promise<EmbeddedMongo>;
