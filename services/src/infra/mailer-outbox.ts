import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mail, MailerNeeds } from './mail';

export interface OutboxMail extends Mail {
  readonly id: string;
  readonly sentAt: Date;
}

export interface Outbox {
  /** Newest first. */
  list(): readonly OutboxMail[];
  deliver(mail: Mail): Promise<void>;
  /** Deletes mail to an address or about a student, also from earlier runs. */
  forget(address: string | null, userId: string): Promise<void>;
}

/** Most messages in memory and in the folder. */
const KEPT = 200;

/** Writes mail to `<dataDir>/outbox/*.json` and memory instead of sending it; for development and tests. */
export function createOutbox({ dataDir, clock, onMail }: MailerNeeds): Outbox {
  const folder = path.join(dataDir, 'outbox');
  const fileOf = (id: string) => path.join(folder, `${id}.json`);
  let mails: readonly OutboxMail[] = [];
  let delivered = 0;
  const prepared = prepare();
  // the first delivery awaits it and sees the failure
  prepared.catch(() => undefined);

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const old = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
    await remove(old.slice(0, -KEPT).map((name) => name.replace(/\.json$/, '')));
  }

  async function remove(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => rm(fileOf(id), { force: true })));
  }

  return {
    list: () => mails,
    async deliver(mail) {
      await prepared;
      const sentAt = clock.now();
      // keeps the order of two messages of one millisecond
      const order = String(delivered++).padStart(6, '0');
      const id = `${sentAt.toISOString().replace(/[:.]/g, '-')}-${order}-${randomBytes(4).toString('hex')}`;
      await writeFile(fileOf(id), JSON.stringify({ id, sentAt, ...mail }, null, 2), { mode: 0o600 });
      const dropped = mails.slice(KEPT - 1);
      mails = [{ ...mail, id, sentAt }, ...mails].slice(0, KEPT);
      onMail?.(mail);
      await remove(dropped.map((old) => old.id));
    },
    async forget(address, userId) {
      const isGone = ({ to, about }: Mail) => to.address === address || about?.includes(userId) === true;
      mails = mails.filter((mail) => !isGone(mail));
      for (const name of await readdir(folder).catch(() => [])) {
        const id = name.replace(/\.json$/, '');
        const text = await readFile(fileOf(id), 'utf8').catch(() => null);
        if (text && isGone(JSON.parse(text) as Mail)) await remove([id]);
      }
    },
  };
}
