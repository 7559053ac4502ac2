import fs from 'node:fs';
import path from 'node:path';
import { BSON } from 'bson';
import fc from 'fast-check';
import { Store } from '../catalog/store';
import { insertDocument } from '../commands/insert-document';
import { numbers, openStore } from '../testing/documents';
import { temporaryFolder } from '../testing/folder';
import { FORMAT } from './keys';

const dataFile = (folder: string) =>
  path.join(folder, fs.readdirSync(folder).find((name) => /^data\.\d+\.mdb$/.test(name)) ?? '');

async function filled(folder: string) {
  const things = await openStore(folder);
  // at once, so that they share commits
  await Promise.all(numbers(0, 700).map((id) => things.insert(id, 1500)));
  await things.close();
  return dataFile(folder);
}

describe('a data folder', () => {
  it.each([
    ['cut to a half', (file: string) => fs.truncateSync(file, 600_000), 'was cut short'],
    [
      'with zeros in its first pages',
      (file: string) => fs.writeFileSync(file, Buffer.alloc(8192), { flag: 'r+' }),
      'its first bytes are damaged',
    ],
  ])('with a file that was %s - is refused in one sentence', async (_, damage, message) => {
    using folder = temporaryFolder();
    damage(await filled(folder.path));
    await expect(openStore(folder.path)).rejects.toThrow(message);
  });

  it('of a newer version - is refused, with what to do', async () => {
    using folder = temporaryFolder();
    const { store } = await openStore(folder.path);
    await store.write(() =>
      store.change(FORMAT, Buffer.from(BSON.serialize({ version: 2, name: '0'.repeat(16) }))),
    );
    await store.close();
    await expect(openStore(folder.path)).rejects.toThrow(
      /newer version .* start that version, or name a MongoDB/,
    );
  });

  it('that cannot be written - is refused, with what to do', async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, 'file');
    fs.writeFileSync(file, '');
    await expect(openStore(path.join(file, 'db'))).rejects.toThrow(/cannot be written: .* MONGODB_URI/);
  });

  it('on a network file system - is refused, with what to do', async () => {
    using folder = temporaryFolder();
    const real = fs.statfsSync(folder.path);
    jest.spyOn(fs, 'statfsSync').mockReturnValue({ ...real, type: 0x6969 } as never);
    await expect(openStore(folder.path)).rejects.toThrow(/network file system.* MONGODB_URI/);
  });

  it('after a drop, before its entries are deleted - reuses no number, also after a restart', async () => {
    using folder = temporaryFolder();
    const raw = (n: number) => Buffer.from(BSON.serialize({ _id: n }));
    const first = await Store.open(folder.path);
    await first.write(() => {
      const collection = first.catalogue.ensure('a.dropped');
      for (const n of numbers(0, 5000)) insertDocument(first, first, collection, raw(n));
    });
    await first.write(() => first.catalogue.drop(first.catalogue.ensure('a.dropped')));
    await first.close();
    const second = await Store.open(folder.path);
    await second.write(() => insertDocument(second, second, second.catalogue.ensure('a.fresh'), raw(1)));
    while (second.engine.clean());
    const { id, indexes } = second.catalogue.get('a.fresh')!;
    expect(second.count(`d\0\0\0${String.fromCharCode(id)}`, `d\0\0\0${String.fromCharCode(id + 1)}`)).toBe(
      1,
    );
    expect(indexes).toHaveLength(1);
    await second.close();
  });

  it('after deletes, changes and drops of any documents - has none of their bytes once it is rewritten', async () => {
    const text = fc.string({ minLength: 12, maxLength: 12, unit: fc.constantFrom(...'abcdefgh') });
    const sizes = fc.constantFrom(1, 40, 400);
    const documents = fc.uniqueArray(
      fc.tuple(text, sizes, fc.constantFrom('keep', 'delete', 'change', 'drop')),
      {
        selector: ([word]) => word,
        minLength: 1,
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(documents, async (all) => {
        using folder = temporaryFolder();
        const { store, remove, insertRaw, close } = await openStore(folder.path);
        for (const [at, [word, times, fate]] of all.entries())
          await insertRaw(fate === 'drop' ? 'test.dropped' : 'test.things', {
            _id: at,
            word: word.repeat(times),
          });
        for (const [at, [, , fate]] of all.entries()) {
          if (fate === 'delete') await remove({ _id: at });
          if (fate === 'change') await remove({ _id: at }, { $set: { word: 'x' } });
        }
        const dropped = store.catalogue.get('test.dropped');
        if (dropped) await store.write(() => store.catalogue.drop(dropped));
        await store.compact();
        await close();
        const bytes = fs
          .readdirSync(folder.path)
          .map((name) => fs.readFileSync(path.join(folder.path, name), 'latin1'))
          .join('');
        for (const [word, , fate] of all)
          expect([word, bytes.includes(word)]).toEqual([word, fate === 'keep']);
      }),
      { numRuns: process.env.FLINT_SHORT === 'yes' ? 8 : 25 },
    );
  });
});
