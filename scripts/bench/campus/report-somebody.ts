import type { Scene } from './run-drill';

/** A student of the crowd reports somebody outside it whom they have not invited: a report cuts the two off from each other, and so their offers. */
export async function reportSomebody({ crowd, expect }: Scene, what: string): Promise<void> {
  const present = new Set(crowd.students.map(({ id }) => id));
  const [[reporter, userId] = []] = crowd.students.flatMap((student) =>
    student.met
      .filter((id) => !present.has(id) && ![...student.acknowledged.offers.values()].includes(id))
      .map((id) => [student, id] as const),
  );
  const body = { userId, reason: 'harassment', description: 'In the drill.' };
  const { status } = await reporter!.insist('POST /api/v1/safety/reports', { body });
  expect(what, status === 201);
}
