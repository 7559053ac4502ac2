import { createDataStore } from '../data/store';
import { createTestStorage } from '../testing/test-storage';
import { takeOlderDrafts } from './older-release';

const taken = async () => {
  const calls: unknown[] = [];
  const note = async (...call: unknown[]) => void calls.push(call);
  await takeOlderDrafts('ann', { edit: note as never, keep: note as never });
  return calls;
};

describe('what an older release kept in localStorage', () => {
  it('unsent answers, Complete and a form - at the first start - go to the outbox of their student, once', async () => {
    const draft = {
      answers: { intent: 'casual_dating', pronouns: 'she_her' },
      pending: ['intent', 'religion'],
      completedAt: 'x',
    };
    localStorage.setItem('flint:draft:ann', JSON.stringify(draft));
    localStorage.setItem('flint:unsaved:ann:offer:ben', '{"message":"Hi"}');
    localStorage.setItem('flint:unsaved:ben:offer:ann', '{"message":"Ho"}');
    expect(await taken()).toEqual([
      ['answers', 'intent', 'casual_dating'],
      ['answers', 'religion', null],
      ['completed', 'questionnaire', 'x'],
      ['draft', 'offer:ben', { message: 'Hi' }],
    ]);
    expect(await taken()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual(['flint:unsaved:ben:offer:ann']);
  });

  it('a damaged draft - is left alone', async () => {
    localStorage.setItem('flint:draft:ann', '{"answers":');
    expect(await taken()).toEqual([]);
  });
});

describe('what an older release kept in a cache', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'caches'));

  it('the pictures of an unsaved album - at the first start - go to the outbox, and the cache is deleted', async () => {
    const response = (name: string) => ({
      headers: new Map([['x-name', encodeURIComponent(name)]]),
      blob: async () => new Blob(['x'], { type: 'image/jpeg' }),
    });
    const drafts = new Map([
      ['/drafts/a', response('été.jpg')],
      ['/drafts/removed', response('b.jpg')],
    ]);
    const cached = new Map([['flint-private-photo-drafts', { match: async (at: string) => drafts.get(at) }]]);
    const caches = {
      has: async (name: string) => cached.has(name),
      open: async (name: string) => cached.get(name),
      delete: async (name: string) => cached.delete(name),
    };
    Object.assign(globalThis, { caches });
    const storage = createTestStorage('ann');
    const items = [
      { id: 'a', url: null },
      { id: 'saved', url: '/storage/v1/photos/1' },
    ];
    await storage.update('draft/photos', (entry) => ({ ...entry, base: { madeFrom: [], items } }));
    const { outbox } = createDataStore('ann', storage);
    await outbox.open();
    expect(outbox.readKind('draft').map(([name]) => name)).toEqual(['photos', 'picture:a']);
    const picture = outbox.read<File>('draft', 'picture:a').base!;
    expect([picture.name, picture.type, picture.size]).toEqual(['été.jpg', 'image/jpeg', 1]);
    expect(cached.size).toBe(0);
    outbox.end();
  });
});
