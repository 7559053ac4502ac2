import { addPhotos as addPictures, introduce, type Gender } from '@flint/testing/students';
import { picture } from './screens';
import { flint, http, serverNow, signInByHttp, type Session } from './stage';

export interface Student {
  readonly name: string;
  readonly email: string;
  readonly session: Session;
}

let made = 0;

/** A new address of the university. */
export const newEmail = (name = 'student'): string => `${name.toLowerCase()}${++made}@campus.edu`;

/** A student after the first sign-in. */
export async function newStudent(name = 'Nora'): Promise<Student> {
  const email = newEmail(name);
  return { name, email, session: await signInByHttp(email) };
}

const EVERY_HOUR = Array.from({ length: 7 }, (_, dayOfWeek) => ({ dayOfWeek, startHour: 0, endHour: 24 }));
/** Ages count by the campus's date. */
const THIS_YEAR = Number(new Date().toLocaleDateString('en-CA', { timeZone: 'America/Toronto' }).slice(0, 4));

interface Facts {
  readonly name?: string;
  readonly gender?: Gender;
  readonly age?: number;
  readonly seeksAge?: number;
}

/** A student who has completed the questionnaire and the week; born on January 1, so that the age is known. */
export async function completeStudent({
  name = 'Nora',
  gender = 'woman',
  age = 31,
  seeksAge = 30,
}: Facts = {}): Promise<Student> {
  const student = await newStudent(name);
  await introduce(flint(), student.session, {
    name,
    gender,
    answers: {
      bundle_intro: { display_name: name, date_of_birth: `${THIS_YEAR - age}-01-01` },
      age_preference: [seeksAge, seeksAge],
    },
    utcSlots: EVERY_HOUR,
    onboardingCompletedAt: new Date(serverNow()).toISOString(),
  });
  return student;
}

/** Saves an album of so many photos. */
export async function addPhotos({ session }: Student, count: number): Promise<void> {
  const { buffer } = await picture();
  await addPictures(flint(), session, Array<Buffer>(count).fill(buffer));
}

export interface Pair {
  readonly sender: Student;
  readonly recipient: Student;
}

/** Ages that no other pair has. */
const AGES = Array.from({ length: 12 }, (_, i) => 18 + i);
let pairs = 0;

/** Two students who are suggested to each other only, because each seeks exactly the other's age. */
export async function newPair(): Promise<Pair> {
  const n = pairs++;
  const [age, other] = [AGES[n % AGES.length]!, AGES[Math.floor(n / AGES.length)]!];
  const [sender, recipient] = await Promise.all([
    completeStudent({ name: 'Sam', gender: 'man', age, seeksAge: other }),
    completeStudent({ name: 'Rae', gender: 'woman', age: other, seeksAge: age }),
  ]);
  return { sender, recipient };
}

export interface OfferBody {
  readonly proposedDate?: string;
  readonly location?: string;
  readonly activity?: string;
  readonly message?: string;
}

const HOUR_MS = 3_600_000;

/** A full hour on the server's clock, that many hours from now. */
export const inHours = (hours: number): string =>
  new Date(Math.ceil(serverNow() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString();

/** The sender invites the recipient; returns the offer. */
export async function offerOf({ sender, recipient }: Pair, offer: OfferBody = {}): Promise<any> {
  const body = {
    toUserId: recipient.session.user.id,
    proposedDate: inHours(72),
    location: 'Common Ground café',
    activity: 'Coffee',
    ...offer,
  };
  const { status, body: made } = await http('POST /offers', { as: sender.session, body });
  if (status !== 201) throw new Error(`no offer: ${status} ${JSON.stringify(made)}`);
  return made;
}

/** Sends the recipient's answer. */
export async function respond(
  { recipient }: Pair,
  offerId: string,
  action: string,
  more: object = {},
): Promise<any> {
  const { status, body } = await http(`POST /offers/${offerId}/respond`, {
    as: recipient.session,
    body: { offerId, action, ...more },
  });
  if (status !== 200) throw new Error(`no answer: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The same session with an access token that expired a minute ago. */
export const expired = (session: Session): Session => ({
  ...session,
  expires_at: Math.floor(Date.now() / 1000) - 60,
});
