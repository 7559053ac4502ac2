import fs from 'node:fs';
import path from 'node:path';
import { DataFile, type Mode } from './data-file';
import type { Entry } from './entries';
import { lockFolder } from './folder-lock';
import { isCatalogueKey, isDocumentKey } from './keys';
import type { Lmdb } from './lmdb';
import { readOldLog } from './old-log';
import { rest } from './rest';

const NAME = /^data\.(\d+)\.mdb$/;
/** The files of versions before 2026-11-24. */
const OLD = ['data.log', 'data.log.next', 'data.log.new', 'data.log.size', 'data.log.reserve', 'owner.lock'];
const SLICE = 1000;
/** NFS, SMB, CIFS, SMB2, 9P and AFS, as Linux numbers them. */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x5346414f]);

const INSTEAD = 'choose another folder, or name a MongoDB in MONGODB_URI.';

function prepare(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.chmodSync(folder, 0o700);
    const probe = path.join(folder, `probe.${process.pid}`);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be written: make it writable, ${INSTEAD}`, { cause });
  }
  if (process.platform === 'linux' && NETWORK.has(fs.statfsSync(folder).type >>> 0))
    throw new Error(
      `The data folder ${folder} is on a network file system, which can damage the data: ${INSTEAD}`,
    );
}

function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

/** The folder of a server: one file of entries at a time, owned by one process. */
export class DataFolder {
  private number = 0;

  private constructor(
    private readonly open: Lmdb,
    private readonly folder: string,
    private readonly mode: Mode,
    private readonly unlock: () => Promise<void>,
  ) {}

  /** Owns the folder, and moves the data of an older version into its file. Rejects with one sentence. */
  static async open(open: Lmdb, folder: string, mode: Mode): Promise<{ folder: DataFolder; file: DataFile }> {
    prepare(folder);
    const unlock = mode === 'temporary' ? async () => undefined : lockFolder(open, folder);
    try {
      const opened = new DataFolder(open, folder, mode, unlock);
      return { folder: opened, file: await opened.openNewest() };
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  private nameOf = (number: number) => path.join(this.folder, `data.${number}.mdb`);

  private async openNewest(): Promise<DataFile> {
    const numbers = fs.readdirSync(this.folder).map((name) => Number(NAME.exec(name)?.[1] ?? 0));
    this.number = Math.max(0, ...numbers);
    const oldLog = path.join(this.folder, 'data.log');
    if (this.number === 0 && fs.existsSync(oldLog)) return this.moveOld(oldLog);
    if (this.number === 0) this.number = 1;
    this.removeOthers();
    return new DataFile(this.open, this.nameOf(this.number), this.mode);
  }

  private async moveOld(log: string): Promise<DataFile> {
    // indexes are built again, because the form of their keys has changed
    const entries = [...readOldLog(log)].filter(([key]) => isCatalogueKey(key) || isDocumentKey(key));
    const file = await this.replace(
      entries.map(([key, value]) => ({ key, value })),
      (moved) => {
        for (const [key, value] of entries)
          if (!(moved.get(key) as Buffer | undefined)?.equals(value))
            throw new Error(`The data of ${log} could not be read back: the folder is unchanged.`);
      },
    );
    this.removeOthers();
    return file;
  }

  /**
   * Writes the entries into a new file, which becomes the folder's file once it is complete, on the disk and approved by `check`.
   * The other files stay until `removeOthers`.
   */
  async replace(entries: Iterable<Entry>, check?: (file: DataFile) => void): Promise<DataFile> {
    const partial = path.join(this.folder, 'partial.mdb');
    this.removePartial();
    const file = new DataFile(this.open, partial, this.mode === 'durable' ? 'bulk' : this.mode);
    try {
      let slice: Entry[] = [];
      const store = () => file.write(() => slice.forEach(({ key, value }) => file.change(key, value)));
      for (const entry of entries) {
        slice.push(entry);
        if (slice.length < SLICE) continue;
        store();
        slice = [];
        await rest();
      }
      store();
      file.sync();
    } finally {
      await file.close();
    }
    const written = new DataFile(this.open, partial, this.mode);
    try {
      check?.(written);
    } finally {
      await written.close();
    }
    const next = this.nameOf(this.number + 1);
    fs.renameSync(partial, next);
    syncFolder(this.folder);
    this.number += 1;
    return new DataFile(this.open, next, this.mode);
  }

  private removePartial(): void {
    for (const name of ['partial.mdb', 'partial.mdb-lock'])
      fs.rmSync(path.join(this.folder, name), { force: true });
  }

  /** Removes every data file but the current one. */
  removeOthers(): void {
    this.removePartial();
    for (const name of fs.readdirSync(this.folder)) {
      const number = NAME.exec(name.replace(/-lock$/, ''))?.[1];
      if (OLD.includes(name) || (number !== undefined && Number(number) !== this.number))
        fs.rmSync(path.join(this.folder, name), { force: true });
    }
    syncFolder(this.folder);
  }

  close = (): Promise<void> => this.unlock();
}
