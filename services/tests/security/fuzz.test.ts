import { codesOf } from '@flint/contracts/openapi';
import { ERRORS, ROUTES, type ErrorCode, type Route } from '@flint/contracts';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong, SEED } from '@flint/testing/long';
import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';
import { pair } from '../../src/resources/offers/testing/campus';
import { addressOf, ALL_ROUTES, asStudent, schemaOf, send, valueOf } from './api';

/** 20,000 in `npm run test:security`. */
const REQUESTS = Number(process.env.FLINT_FUZZ_REQUESTS ?? 200);
/** The short run's reaches the handlers that the test names. */
const seed = isLong ? SEED : 25;
/** Below the limit of writes per student; new students can still invite each other. */
const REQUESTS_PER_CAMPUS = 150;

const Refusal = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
});

const wild = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom('\0', '\ud800', 'a'.repeat(70_000), 2 ** 53, -0, 1e308, { $ne: 1 }, [[[]]]),
);

/** A valid body, one with some members changed, or any value. */
function bodies(route: Route): Arbitrary<unknown> {
  if (!route.body) return fc.constant(undefined);
  const fitting = valueOf(schemaOf(route.body));
  const bent = fc
    .tuple(fitting, fc.dictionary(fc.string({ maxLength: 12 }), wild, { maxKeys: 2 }), wild, fc.nat())
    .map(([body, extra, instead, at]) => {
      const members = Object.keys(body as object);
      const name = members[at % Math.max(1, members.length)];
      return { ...(body as object), ...(at % 3 === 0 ? extra : {}), ...(name ? { [name]: instead } : {}) };
    });
  return fc.oneof(
    { weight: 4, arbitrary: fitting },
    { weight: 3, arbitrary: bent },
    { weight: 1, arbitrary: wild },
  );
}

const BODIES = ALL_ROUTES.map((route) => [route, bodies(route)] as const);
const requests = fc.constantFrom(...BODIES).chain(([route, body]) =>
  fc.record({
    route: fc.constant(route),
    body,
    real: fc.boolean(),
    id: fc.oneof(fc.stringMatching(/^[0-9a-f]{24}$/), fc.string({ maxLength: 30 })),
    key: fc.option(fc.stringMatching(/^[!-~]{4,40}$/), { freq: 4, nil: undefined }),
    signedIn: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  }),
);

/** Routes that would end the pair, called by a third student. */
const LONELY = new Set(['deleteAccount', 'hideMatch', 'createBlock', 'removeBlock']);

interface Campus {
  readonly students: readonly TestStudent[];
  offerId: string | undefined;
}

const seen = new Map<string, number>();
const server = useTestServer({ env: { IP_LIMIT_FACTOR: '1000' } });

function withRealIds(body: unknown, { students, offerId }: Campus): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return {
    ...body,
    ...('toUserId' in body && { toUserId: students[1]!.id }),
    // an invented plan is refused before the rest of the offer is checked
    ...('planId' in body && { planId: undefined, placeId: undefined }),
    ...('userId' in body && { userId: students[1]!.id }),
    ...('offerId' in body && offerId && { offerId }),
    ...('timezone' in body && {
      timezone: 'America/Toronto',
      utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 17 }],
      lastUpdated: new Date().toISOString(),
    }),
    ...('proposedDate' in body && { proposedDate: new Date(Date.now() + 86_400_000).toISOString() }),
  };
}

function expectDeclared(route: Route, status: number, text: string): void {
  const body: unknown = text ? JSON.parse(text) : null;
  if (status === route.status) {
    if (route.response) expect(z.safeParse(route.response, body).success).toBe(true);
    else expect(body).toBeNull();
    return;
  }
  const refusal = z.safeParse(Refusal, body);
  expect([route.name, status, refusal.success, body]).toEqual([route.name, status, true, body]);
  const { code, status: told } = refusal.data!;
  expect([told, ERRORS[code][0]]).toEqual([status, status]);
  // an id with a slash leads to another path: 404, or 405 if that path exists
  const declared = [...codesOf(route), 'not_found', 'method_not_allowed'];
  expect([route.name, declared.includes(code), code]).toEqual([route.name, true, code]);
}

describe('fuzzing', () => {
  it(`${REQUESTS} requests made from the route table - are all answered as declared, none with 5xx`, async () => {
    const openCampus = async (): Promise<Campus> => ({
      students: [...(await pair(server)), await server.signIn()],
      offerId: undefined,
    });
    let campus = await openCampus();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(requests, async ({ route, body, real, id, key, signedIn }) => {
        if (++count % REQUESTS_PER_CAMPUS === 0) campus = await openCampus();
        const [ann, ben, cid] = campus.students as [TestStudent, TestStudent, TestStudent];
        const apart = LONELY.has(route.name);
        const inviter = route === ROUTES.createOffer || count % 2 === 0 ? ann : ben;
        const actor = apart ? cid : inviter;
        const sent = real && !apart ? withRealIds(body, campus) : body;
        const offerId = real ? (campus.offerId ?? id) : id;
        const at = addressOf(route, {
          offerId: encodeURIComponent(offerId),
          userId: real && !apart ? ben.id : encodeURIComponent(id),
        });
        const { status, text } = await send(server.url, route.method, at, {
          headers: {
            ...(signedIn && asStudent(actor)),
            ...(key && { 'idempotency-key': key }),
            ...(sent !== undefined && { 'content-type': 'application/json' }),
          },
          ...(sent !== undefined && { body: JSON.stringify(sent) ?? 'null' }),
        });
        seen.set(`${route.name} ${status}`, (seen.get(`${route.name} ${status}`) ?? 0) + 1);
        if (route === ROUTES.createOffer && status === 201) campus.offerId = JSON.parse(text).id;
        expect([route.name, status < 500, text]).toEqual([route.name, true, text]);
        expectDeclared(route, status, text);
      }),
      { numRuns: REQUESTS, seed, endOnFailure: true },
    );
    // the requests reach the handlers, not just their validation
    const reached = ['createOffer 201', 'saveAvailability 200', 'updateProfile 200', 'saveOfferMail 200'];
    expect(reached.filter((name) => !seen.has(name))).toEqual([]);
  }, 3_600_000);
});
