import { bodyOf, type StoredSession, type TestFlint } from './flint';

export type Gender = 'man' | 'woman';

interface Traits {
  readonly name: string;
  readonly gender: Gender;
  /** Answers besides name, an age of 21 or more, and whom one seeks: the others. */
  readonly answers?: object;
  /** Free hours in UTC. */
  readonly utcSlots?: readonly { dayOfWeek: number; startHour: number; endHour: number }[];
  readonly onboardingCompletedAt?: string | undefined;
}

/** Stores answers, and a week if there are free hours, of a student who has signed in. */
export async function introduce(
  flint: TestFlint,
  session: StoredSession,
  { name, gender, answers, utcSlots, onboardingCompletedAt }: Traits,
): Promise<void> {
  const all = {
    bundle_intro: { display_name: name, date_of_birth: '2004-01-15' },
    gender_identity: gender,
    seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
    ...answers,
  };
  await bodyOf(flint.call(session, 'PATCH /profile', { answers: all, onboardingCompletedAt }));
  if (!utcSlots) return;
  const lastUpdated = onboardingCompletedAt ?? new Date().toISOString();
  await bodyOf(flint.call(session, 'POST /availability', { utcSlots, timezone: 'UTC', lastUpdated }));
}

/** Saves an album of these JPEGs. */
export async function addPhotos(
  flint: TestFlint,
  session: StoredSession,
  pictures: readonly Buffer[],
): Promise<void> {
  const photos: object[] = [];
  for (const picture of pictures) {
    const file = { fileName: 'a.jpg', fileType: 'image/jpeg' };
    const { uploadUrl } = await bodyOf(flint.call(session, 'POST /photos/upload-url', file));
    const headers = { 'content-type': 'image/jpeg' };
    const put = await fetch(new URL(uploadUrl, flint.url), {
      method: 'PUT',
      headers,
      body: new Uint8Array(picture),
    });
    if (!put.ok) throw new Error(`no upload: ${put.status}`);
    photos.push({ url: uploadUrl.split('?')[0], isPrimary: photos.length === 0 });
  }
  await bodyOf(flint.call(session, 'POST /photos', { photos }));
}
