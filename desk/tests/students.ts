import type { TestServer, TestStudent } from '@flint/testing';

async function enrol(server: TestServer, name: string): Promise<TestStudent> {
  const student = await server.signIn();
  const answers = { bundle_intro: { display_name: name, date_of_birth: '2005-01-15' } };
  await student.call('PATCH /profile', { answers });
  return student;
}

/** Two students, and a report of one about the other. */
export async function reportOne(server: TestServer, reason = 'safety_concern') {
  const [ann, ben] = [await enrol(server, 'Ann'), await enrol(server, 'Ben')];
  const description = 'He offered to drive me home, then locked the doors and asked why I was in a hurry.';
  const { body } = await ann.call('POST /safety/reports', { userId: ben.id, reason, description });
  return { ann, ben, id: body.id as string };
}
