import { useTestServer, type TestStudent } from '@flint/testing';
import { upload } from './testing/uploads';

const server = useTestServer();
let ann: TestStudent;
beforeEach(async () => {
  ann = await server.signIn();
});

const save = (mine: readonly string[], madeFrom?: readonly string[]) =>
  ann.call('POST /photos', { photos: mine.map((url) => ({ url })), madeFrom });
const urlsIn = (items: readonly { url: string }[]) => items.map(({ url }) => url);
const stored = async () => urlsIn((await ann.call('GET /photos')).body.items);
const uploads = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => upload(server, ann)));

describe('an album made from another one', () => {
  it('of two tabs that each add a photo - keeps both - and answers both to the second one', async () => {
    const [first, one, two] = await uploads(3);
    await save([first!]);
    await save([first!, one!], [first!]);
    const second = await save([first!, two!], [first!]);
    expect(second.status).toBe(200);
    expect(urlsIn(second.body.items).toSorted()).toEqual([first!, one!, two!].toSorted());
    expect(await stored()).toEqual(urlsIn(second.body.items));
  });

  it('five saves at once, each with a photo of its own - keeps all', async () => {
    const all = await uploads(5);
    const answers = await Promise.all(all.map((url) => save([url], [])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await stored()).toSorted()).toEqual(all.toSorted());
  });

  it('whose photo was removed elsewhere - does not bring it back, and is not refused', async () => {
    const [one, two, three] = await uploads(3);
    await save([one!, two!]);
    await save([one!], [one!, two!]);
    expect(urlsIn((await save([one!, two!, three!], [one!, two!])).body.items)).toEqual([one, three]);
  });

  it('where both sides chose another primary photo - is refused with the stored photos, and changes nothing', async () => {
    const [one, two, three] = await uploads(3);
    const before = [one!, two!, three!];
    await save(before);
    await save([two!, one!, three!], before);
    const refused = await save([three!, one!, two!], before);
    expect(refused.body).toMatchObject({ status: 409, code: 'album_changed' });
    expect(urlsIn(refused.body.photos)).toEqual([two, one, three]);
    expect(await stored()).toEqual([two, one, three]);
  });

  it('with an added photo that was not uploaded - is refused, and changes nothing', async () => {
    const [one] = await uploads(1);
    await save([one!]);
    const unknown = `/storage/v1/photos/${'0'.repeat(32)}`;
    const refused = await save([one!, unknown], [one!]);
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'photo_unknown',
      errors: [{ pointer: '/photos/1/url' }],
    });
    expect(await stored()).toEqual([one]);
  });
});
