import { asStudent, send, startCampus, type Campus } from './api';

let campus: Campus;
beforeAll(async () => void (campus = await startCampus()));
afterAll(() => campus.server[Symbol.asyncDispose]());

describe('answers', () => {
  it('an unexpected error - reveals nothing to the client but its id', async () => {
    const { server, ann } = campus;
    const { db } = server.deps;
    const model =
      db.models.Profile ?? Object.values(db.models).find(({ collection }) => collection.name === 'profiles')!;
    const spy = jest.spyOn(model, 'findById').mockImplementation(() => {
      throw new Error('secret inside');
    });
    const { status, text } = await send(server.url, 'GET', '/api/v1/profile', { headers: asStudent(ann) });
    spy.mockRestore();
    expect(status).toBe(500);
    expect(Object.keys(JSON.parse(text)).sort()).toEqual([
      'code',
      'detail',
      'requestId',
      'status',
      'title',
      'type',
    ]);
    expect(text).not.toContain('secret inside');
    expect(server.logged()).toContain('secret inside');
  });
});
