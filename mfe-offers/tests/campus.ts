import type { StoredSession, TestFlint } from '@flint/testing/flint';

interface Traits {
  /** Answers besides name, age and whom one seeks. */
  readonly answers?: object;
  /** Free hours in UTC. */
  readonly utcSlots: readonly { dayOfWeek: number; startHour: number; endHour: number }[];
  readonly onboardingCompletedAt?: string;
}

/** Answers and a week of a student of 21 or older who looks for the others. */
export async function introduce(
  flint: TestFlint,
  session: StoredSession,
  name: string,
  gender: 'man' | 'woman',
  { answers, utcSlots, onboardingCompletedAt }: Traits,
): Promise<void> {
  const profile = {
    answers: {
      bundle_intro: { display_name: name, date_of_birth: '2004-01-15' },
      gender_identity: gender,
      seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
      ...answers,
    },
    ...(onboardingCompletedAt && { onboardingCompletedAt }),
  };
  const week = { utcSlots, timezone: 'UTC', lastUpdated: new Date().toISOString() };
  for (const [call, body] of [
    ['PATCH /profile', profile],
    ['POST /availability', week],
  ] as const) {
    const { status } = await flint.call(session, call, body);
    if (status !== 200) throw new Error(`${call}: ${status}`);
  }
}

/** How a window of a student is opened: on the university's clock, while there may be no week yet. */
export const ofCampus = (allow: readonly RegExp[]) => ({
  timezoneId: 'America/Toronto',
  allow: [/404 \(Not Found\) \(.*\/api\/v1\/availability\)/, ...allow],
});
