import { numbers, openStore } from '../testing/documents';
import { diskOf, failingDisk } from '../testing/full-disk';
import { temporaryFolder } from '../testing/folder';

const MEGABYTE = 1024 * 1024;

/** Inserts until the disk is full: the ids that were acknowledged. */
async function fill(things: ReturnType<typeof openStore>) {
  for (let id = 0; ; id++) {
    try {
      await things.insert(id, 10_000);
    } catch (error) {
      expect(error).toMatchObject({ code: 14031 });
      return numbers(0, id);
    }
  }
}

describe('a full disk', () => {
  it('writes - are refused with 14031 - reads go on, and what was acknowledged is there after a restart', async () => {
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

  it('deletes - still work, from the space kept back - and then there is room to write again', async () => {
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
