import { fixedClock } from '@flint/services';
import { startTestServer } from '@flint/testing';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { jpeg, send } from './photos/testing/uploads';

const clock = fixedClock('2027-03-02T12:00:00Z');

describe('POST /account/export-link', () => {
  it('opened within 15 minutes - is a zip of this student’s data and photos; later or changed - answers 404', async () => {
    await using server = await startTestServer({ clock });
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers: { intent: 'casual_dating' } });
    await send(server, ann, await jpeg());

    const { status, body } = await ann.call('POST /account/export-link');
    expect(status).toBe(201);
    expect(Date.parse(body.expiresAt) - clock.now().getTime()).toBe(15 * 60_000);
    const answer = await fetch(server.url + body.url);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ]);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['my-data.json', 'photos/photo-1.webp']);
    expect(JSON.parse(strFromU8(files['my-data.json']!)).data.profile).toMatchObject({
      email: ann.email,
      answers: { intent: 'casual_dating' },
    });
    expect((await sharp(Buffer.from(files['photos/photo-1.webp']!)).metadata()).format).toBe('webp');

    const ben = await server.signIn();
    expect((await fetch(server.url + body.url.replace(ann.id, ben.id))).status).toBe(404);
    clock.advanceSeconds(15 * 60);
    expect((await fetch(server.url + body.url)).status).toBe(404);
    const again = (await ann.call('POST /account/export-link')).body.url;
    await ann.call('DELETE /account');
    expect((await fetch(server.url + again)).status).toBe(404);
  });
});
