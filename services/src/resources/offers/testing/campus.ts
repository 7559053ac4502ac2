import type { TestServer, TestStudent } from '@flint/testing';

interface Traits {
  readonly name?: string;
  readonly gender?: 'man' | 'woman';
  readonly seeks?: readonly ('men' | 'women' | 'other')[];
  readonly born?: string;
}

/** A signed-in student with a profile that can be matched; a man and a woman of 21 looking for each other unless told. */
export async function enrol(
  server: TestServer,
  {
    name = 'Ann',
    gender = 'woman',
    seeks = [gender === 'woman' ? 'men' : 'women'],
    born = '2005-01-15',
  }: Traits = {},
): Promise<TestStudent> {
  const student = await server.signIn();
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

/** Ann and Ben, who may invite each other. */
export const pair = async (server: TestServer) =>
  [await enrol(server), await enrol(server, { name: 'Ben', gender: 'man' })] as const;
