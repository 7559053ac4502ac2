import type { TestServer, TestStudent } from '@flint/testing';
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
async function join(
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

/** Ann and Ben, who may invite each other. */
export async function pair(server: TestServer) {
  const two = await Promise.all([join(server), join(server, { name: 'Ben', gender: 'man' })]);
  await introduce(server, ...two);
  return two;
}
