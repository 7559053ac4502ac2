import fs from 'node:fs';
import path from 'node:path';
import { BSON } from 'bson';
import { startServer } from '../server';
import { numbers, openStore } from '../testing/documents';
import { temporaryFolder } from '../testing/folder';
import { catalogueKey, indexPrefix } from './keys';
import { encodeRecord } from './record';

const COUNT = 40;

async function filled(folder: string) {
  const things = openStore(folder);
  for (const id of numbers(0, COUNT)) await things.insert(id);
  await things.close();
  return path.join(folder, 'data.log');
}

function overwrite(file: string, at: number, bytes: Buffer) {
  const fd = fs.openSync(file, 'r+');
  fs.writeSync(fd, bytes, 0, bytes.length, at);
  fs.closeSync(fd);
}

async function idsIn(folder: string) {
  const things = openStore(folder);
  const ids = things.ids();
  await things.close();
  return ids;
}

describe('a damaged folder', () => {
  it('a torn last record - which was never acknowledged - is cut off, and the others are readable', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    const size = fs.statSync(log).size;
    const record = encodeRecord([['d-later', Buffer.alloc(500, 1)]]);
    for (const torn of [record.subarray(0, 5), record.subarray(0, -1), Buffer.alloc(40, 7)]) {
      fs.appendFileSync(log, torn);
      expect(await idsIn(folder.path)).toEqual(numbers(0, COUNT));
      expect(fs.statSync(log).size).toBe(size);
    }
  });

  it('zeros at the end, as a power cut leaves them - are cut off', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    fs.appendFileSync(log, Buffer.alloc(8192));
    expect(await idsIn(folder.path)).toEqual(numbers(0, COUNT));
  });

  it('a page of zeros in the middle - is refused with its position', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    overwrite(log, Math.floor(fs.statSync(log).size / 2), Buffer.alloc(4096));
    expect(() => openStore(folder.path)).toThrow(
      /is damaged at byte \d+ \(a readable record follows at \d+\)/,
    );
  });

  it('one bit in the middle - is refused', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    const at = Math.floor(fs.statSync(log).size / 2);
    overwrite(log, at, Buffer.of((fs.readFileSync(log)[at] ?? 0) ^ 1));
    expect(() => openStore(folder.path)).toThrow(/is damaged at byte/);
  });

  it('a file cut in half - is detected by its stored size', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    const size = fs.statSync(log).size;
    fs.truncateSync(log, Math.floor(size / 2));
    expect(() => openStore(folder.path)).toThrow(
      new RegExp(`was cut short or its end is damaged: \\d+ of ${size} bytes`),
    );
  });

  it('an acknowledged last record that cannot be read - is refused, not dropped', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    overwrite(log, fs.statSync(log).size - 100, Buffer.alloc(100, 7));
    expect(() => openStore(folder.path)).toThrow('its end is damaged');
  });

  it('an empty file - after acknowledged writes - is refused', async () => {
    using folder = temporaryFolder();
    fs.truncateSync(await filled(folder.path), 0);
    expect(() => openStore(folder.path)).toThrow('was cut short: 0 of');
  });

  it('a first page of zeros - is refused', async () => {
    using folder = temporaryFolder();
    overwrite(await filled(folder.path), 0, Buffer.alloc(4096));
    expect(() => openStore(folder.path)).toThrow('its first bytes are damaged');
  });

  it('a refused folder - after the attempt - is unchanged', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    overwrite(log, Math.floor(fs.statSync(log).size / 2), Buffer.alloc(4096));
    const before = fs.readFileSync(log);
    expect(() => openStore(folder.path)).toThrow();
    expect(fs.readFileSync(log).equals(before)).toBe(true);
    expect(fs.existsSync(path.join(folder.path, 'owner.lock'))).toBe(false);
  });

  it('a rewrite that was cut off - leaves the old log, which opens', async () => {
    using folder = temporaryFolder();
    const log = await filled(folder.path);
    fs.writeFileSync(`${log}.new`, fs.readFileSync(log).subarray(0, 1000));
    expect(await idsIn(folder.path)).toEqual(numbers(0, COUNT));
    expect(fs.existsSync(`${log}.new`)).toBe(false);
  });

  it('a log rewritten on almost every commit - contains the last state', async () => {
    using folder = temporaryFolder();
    const things = openStore(folder.path, { compactAbove: 0, compactFactor: 1.01 });
    for (const id of numbers(0, COUNT)) await things.insert(id);
    await things.remove({ _id: { $lt: 30 } });
    await things.close();
    expect(fs.statSync(path.join(folder.path, 'data.log')).size).toBeLessThan(30_000);
    expect(await idsIn(folder.path)).toEqual(numbers(30, COUNT));
  });

  it('a folder of a version with other index keys - when opened - gets new indexes', async () => {
    using folder = temporaryFolder();
    const things = openStore(folder.path);
    await things.insert(1);
    const collection = things.store.catalogue.all()[0]!;
    const entry = catalogueKey(collection.namespace);
    await things.store.write(() => {
      const { keys: _, ...older } = BSON.deserialize(things.store.get(entry) as Buffer);
      for (const index of collection.indexes) things.store.catalogue.emptyIndex(index);
      things.store.change(entry, Buffer.from(BSON.serialize(older)));
    });
    await things.close();
    await (await startServer({ dataDir: folder.path })).close();
    const again = openStore(folder.path);
    expect(
      again.store.count(indexPrefix(collection.indexes[0]!.id), indexPrefix(collection.indexes[0]!.id + 1)),
    ).toBe(1);
    await again.close();
  });
});
