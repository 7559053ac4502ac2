import { fixedClock } from '@flint/services';
import { useTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { introduce } from '../../matches/testing/rounds';

export { introduce, newRound } from '../../matches/testing/rounds';

interface Traits {
  readonly name?: string;
  readonly gender?: 'man' | 'woman';
  readonly seeks?: readonly ('men' | 'women' | 'other')[];
  readonly born?: string;
  readonly email?: string;
}

/** A signed-in student with a complete profile from these traits; by default a man and a woman of 21 looking for each other. */
export async function join(
  server: TestServer,
  {
    name = 'Ann',
    gender = 'woman',
    seeks = [gender === 'woman' ? 'men' : 'women'],
    born = '2005-01-15',
    email,
  }: Traits = {},
): Promise<TestStudent> {
  const student = await server.signIn(email);
  const answers = {
    bundle_intro: { display_name: name, date_of_birth: born },
    gender_identity: gender,
    seeking_genders: { values: seeks },
  };
  const onboardingCompletedAt = server.deps.clock.now().toISOString();
  const { status } = await student.call('PATCH /profile', { answers, onboardingCompletedAt });
  if (status !== 200) throw new Error(`the profile of ${name} was refused: ${status}`);
  return student;
}

/** A student who joined, with today's list. */
export async function enrol(server: TestServer, traits: Traits = {}): Promise<TestStudent> {
  const student = await join(server, traits);
  await student.call('GET /matches');
  return student;
}

/** Ann and Ben, without lists. */
export const joinTwo = (server: TestServer) =>
  Promise.all([join(server), join(server, { name: 'Ben', gender: 'man' })]);

/** Ann and Ben, who may invite each other. */
export async function pair(server: TestServer) {
  const two = await joinTwo(server);
  await introduce(server, ...two);
  return two;
}

/** A date that one offered and the other accepted; its id. */
export async function agree(from: TestStudent, to: TestStudent, changes?: object): Promise<string> {
  const { id } = (await from.invite(to, changes)).body;
  const { status } = await to.respond(id, 'accept');
  if (status !== 200) throw new Error(`no date was agreed: ${status}`);
  return id;
}

/** A man who may leave, and whom this student may invite. */
export async function joinAnother(server: TestServer, ann: TestStudent): Promise<TestStudent> {
  const ben = await join(server, { name: 'Ben', gender: 'man' });
  await introduce(server, ann, ben);
  return ben;
}

/** What students leave behind who meet: offers, dates, the day's count, who may not meet again, and pauses. */
const MEETINGS = [
  'offer_threads',
  'offer_meetings',
  'offer_date_notes',
  'date_books',
  'pairs_apart',
  'safety_standings',
  'shared_dates',
  'jobs',
];

/** Students may meet as if for the first time. */
export async function forgetMeetings({ deps: { db } }: Pick<TestServer, 'deps'>, names = MEETINGS) {
  await Promise.all(names.map((name) => db.collection(name).deleteMany({})));
}

/** Whether a student's account still exists. */
export const isHere = async (who: TestStudent) => (await who.call('GET /profile')).status === 200;

/** Ann and Ben for all tests of a file, each time as if they had never met; another one for whoever has left. */
export function sharedPair(server: TestServer) {
  let two: readonly TestStudent[] = [];
  return async (): Promise<[TestStudent, TestStudent]> => {
    await forgetMeetings(server);
    const [ann, ben] = await Promise.all(two.map(async (who) => ((await isHere(who)) ? who : undefined)));
    if (!ann || !ben) {
      two = [ann ?? (await join(server)), ben ?? (await join(server, { name: 'Ben', gender: 'man' }))];
      await introduce(server, ...two);
    }
    return [two[0]!, two[1]!];
  };
}

interface Cast {
  readonly ann: TestStudent;
  readonly ben: TestStudent;
  readonly cem: TestStudent;
  readonly dan: TestStudent;
}

/** Ann and three men whom she may invite, for all tests of a file. Nothing has happened between them when a test begins. */
export function useCast(server: TestServer): Cast {
  const cast = {} as Cast;
  beforeAll(async () => {
    const men = ['Ben', 'Cem', 'Dan'].map((name) => join(server, { name, gender: 'man' }));
    const [ann, ben, cem, dan] = (await Promise.all([join(server), ...men])) as [
      TestStudent,
      TestStudent,
      TestStudent,
      TestStudent,
    ];
    await introduce(server, ann, ben, cem, dan);
    Object.assign(cast, { ann, ben, cem, dan });
  });
  beforeEach(() => forgetMeetings(server));
  return cast;
}

/** A server whose clock stands at `start` when a test begins, with its cast. */
export function useCastAt(start: string, options?: Parameters<typeof useTestServer>[0]) {
  const clock = fixedClock(start);
  const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' }, ...options });
  const cast = useCast(server);
  beforeEach(() => clock.set(start));
  return { clock, server, cast };
}

export const say = (student: TestStudent, id: string, answer: object) =>
  student.call(`PUT /offers/${id}/meeting`, answer);

/** Who is on a student's list. */
export const matchesOf = async (student: TestStudent): Promise<string[]> =>
  (await student.call('GET /matches')).body.items.map(({ userId }: { userId: string }) => userId);
