import { numbers, openStore } from '../testing/documents';
import { diskOf, dyingDisk, failingDisk } from '../testing/full-disk';
import { temporaryFolder } from '../testing/folder';

const MEGABYTE = 1024 * 1024;
const LARGE = 60_000;

/** Inserts until the disk is full; returns the acknowledged ids. */
async function fill(things: ReturnType<typeof openStore>, size = 10_000) {
  for (let id = 0; ; id++) {
    try {
      await things.insert(id, size);
    } catch (error) {
      expect(error).toMatchObject({ code: 14031 });
      return numbers(0, id);
    }
  }
}

describe('a full disk', () => {
  it('writes - are refused with 14031 - reads continue, and acknowledged data survives a restart', async () => {
    using folder = temporaryFolder();
    const options = { disk: diskOf(folder.path, 2 * MEGABYTE) };
    const things = openStore(folder.path, options);
    const acknowledged = await fill(things);
    expect(acknowledged.length).toBeGreaterThan(50);
    await expect(things.insert(-1, 10_000)).rejects.toMatchObject({ code: 14031 });
    expect(things.ids()).toEqual(acknowledged);
    await things.close();
    const again = openStore(folder.path);
    expect(again.ids()).toEqual(acknowledged);
    await again.close();
  });

  it('deletes - still work, in the reserved space - and then writes work again', async () => {
    using folder = temporaryFolder();
    const things = openStore(folder.path, { disk: diskOf(folder.path, 2 * MEGABYTE) });
    const acknowledged = await fill(things);
    expect(await things.remove({ _id: { $gte: 10 } })).toBe(acknowledged.length - 10);
    await things.insert(1000, 10_000);
    expect(things.ids()).toEqual([...numbers(0, 10), 1000]);
    await things.close();
    const again = openStore(folder.path);
    expect(again.ids()).toEqual([...numbers(0, 10), 1000]);
    await again.close();
  });

  it.each([0.3, 0.5, 0.9])(
    'deletes of a part (%f) - on a disk of 8 MB - make room for as many inserts',
    async (part) => {
      using folder = temporaryFolder();
      const disk = diskOf(folder.path, 8 * MEGABYTE);
      const things = openStore(folder.path, { disk });
      const acknowledged = await fill(things, LARGE);
      const gone = Math.floor(acknowledged.length * part);
      expect(await things.remove({ _id: { $lt: gone } })).toBe(gone);
      const added = numbers(10_000, 10_000 + gone - 2);
      for (const id of added) await things.insert(id, LARGE);
      const there = [...acknowledged.slice(gone), ...added];
      expect(things.ids()).toEqual(there);
      await things.close();
      const again = openStore(folder.path, { disk });
      expect(again.ids()).toEqual(there);
      await again.close();
    },
  );

  it('a crash at every seventh write while the log moves in small parts - loses nothing', async () => {
    for (let writes = 0; ; writes += 7) {
      using folder = temporaryFolder();
      const disk = dyingDisk(diskOf(folder.path, 8 * MEGABYTE));
      const things = openStore(folder.path, { disk });
      const acknowledged = await fill(things, LARGE);
      const kept = acknowledged.filter((id) => id % 5 < 2);
      disk.left = writes;
      const removed = await things
        .remove({ $nor: [{ _id: { $mod: [5, 0] } }, { _id: { $mod: [5, 1] } }] })
        .then(
          () => true,
          () => false,
        );
      const died = disk.left < 0;
      disk.left = Number.POSITIVE_INFINITY;
      await things.close();
      const again = openStore(folder.path, { disk });
      expect(again.ids()).toEqual(removed ? kept : acknowledged);
      await again.close();
      if (!died) return;
    }
  });

  it('a flush that fails - refuses that write and all after it - until the folder is opened again', async () => {
    using folder = temporaryFolder();
    const disk = failingDisk();
    const things = openStore(folder.path, { disk });
    await things.insert(1);
    disk.broken = true;
    await expect(things.insert(2)).rejects.toMatchObject({ code: 14031 });
    disk.broken = false;
    await expect(things.insert(3)).rejects.toThrow('the disk failed earlier');
    expect(things.ids()).toEqual([1]);
    await things.close();
    const again = openStore(folder.path);
    expect(again.ids()).toContain(1);
    expect(again.ids()).not.toContain(3);
    await again.close();
  });
});
