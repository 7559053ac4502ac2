import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { addressOf, bodyFor, dumpOf, jsonAs, named, send, startCampus, USER_ROUTES } from './api';
import type { Route } from '@flint/contracts';
import { ownMark } from '../../src/resources/safety/index';
import { revokedSince } from '../../src/resources/sign-in/revocations';

type Bearer = () => string | null;

const tokens: Record<string, string> = {};
const CALLERS: readonly (readonly [string, Bearer])[] = [
  ['no token', () => null],
  ['an empty token', () => ''],
  ['a malformed token', () => 'eyJhbGciOiJub25lIn0.e30.'],
  ['an expired token', () => tokens.expired!],
  ['a token of a student who signed out', () => tokens.signedOut!],
  ['a token of a deleted student', () => tokens.deleted!],
  ['a token of another university', () => tokens.elsewhere!],
];

let stage: Stage;
let elsewhere: Stage;

async function callWith(token: string | null, { method, body, ...route }: Route) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const init = body ? { headers, body: JSON.stringify(bodyFor({ method, body, ...route })) } : { headers };
  return send(stage.server.url, method, addressOf({ method, ...route }), init);
}

beforeAll(async () => {
  stage = await startStage();
  elsewhere = await startStage({
    UNIVERSITY_EMAIL_HOST: 'other.edu',
    UNIVERSITY_NAME: 'Other University',
    PUBLIC_URL: 'https://flint.other.edu',
  });
  const expired = await stage.signIn('ann@campus.edu');
  stage.clock.advanceSeconds(2 * 3600);
  elsewhere.clock.advanceSeconds(2 * 3600);
  tokens.expired = expired.access_token;
  const leaving = await stage.signIn('bea@campus.edu');
  tokens.signedOut = leaving.access_token;
  await stage.auth('POST /logout?scope=global', undefined, {
    authorization: `Bearer ${leaving.access_token}`,
  });
  const gone = await stage.signIn('cleo@campus.edu');
  tokens.deleted = gone.access_token;
  const erased = await send(stage.server.url, 'DELETE', '/api/v1/account', {
    headers: { authorization: `Bearer ${gone.access_token}` },
  });
  expect(erased.status).toBe(204);
  tokens.elsewhere = (await elsewhere.signIn('dora@other.edu')).access_token;
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

describe.each(CALLERS)('authorization with %s', (_who, bearer) => {
  it.each(named(USER_ROUTES))('%s - is refused with 401 and WWW-Authenticate', async (_name, route) => {
    const { status, text, headers } = await callWith(bearer(), route);
    expect({ status, code: JSON.parse(text).code }).toEqual({ status: 401, code: 'unauthenticated' });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('authorization with a good token', () => {
  it('of the own university - is accepted, so the refusals above are about the token', async () => {
    const session = await stage.signIn('eve@campus.edu');
    const { status } = await callWith(
      session.access_token,
      USER_ROUTES.find(({ name }) => name === 'listOffers')!,
    );
    expect(status).toBe(200);
  });

  it('of another student - on every route with the ids of an offer between two others - shows and changes nothing of them', async () => {
    const { server, ann, ben, cid, offerId } = await startCampus();
    // Cid's data is stored under his account or, in a round, under his mailbox's mark
    const own = [cid.id, (await ownMark(server.deps, cid.id))!];
    const ofOthers = (dump: string) =>
      JSON.stringify(
        (JSON.parse(dump) as [string, { _id: string }[]][])
          .map(([name, documents]): [string, unknown[]] => [
            name,
            // stored under keyed hashes, checked below
            ['auth_revocations', 'erased_accounts'].includes(name)
              ? []
              : documents.filter((document) => !own.some((each) => JSON.stringify(document).includes(each))),
          ])
          // collections created meanwhile and empty
          .filter(([, documents]) => documents.length > 0),
      );
    const before = ofOthers(await dumpOf(server));
    for (const route of USER_ROUTES) {
      const body = route.body && { ...bodyFor(route) };
      if (body && 'offerId' in body) body.offerId = offerId;
      for (const userId of [ann.id, ben.id]) {
        if (body && 'toUserId' in body) body.toUserId = userId;
        const init = body ? jsonAs(cid, body) : { headers: { authorization: `Bearer ${cid.token}` } };
        const reply = await send(server.url, route.method, addressOf(route, { offerId, userId }), init);
        if (route.path.includes('{id}')) expect([route.name, reply.status]).toEqual([route.name, 404]);
        expect(reply.status).toBeLessThan(500);
        expect(reply.text).not.toMatch(/Ann Attacked|Library café/);
        expect(reply.text).not.toContain(ann.email);
      }
    }
    expect(ofOthers(await dumpOf(server))).toBe(before);
    const revoked = await Promise.all([ann, ben, cid].map(({ id }) => revokedSince(server.deps, id)));
    expect(revoked.map((since) => since !== null)).toEqual([false, false, true]);
    await server[Symbol.asyncDispose]();
  });
});
