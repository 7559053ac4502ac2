import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { SHOWABLE_IDS } from '../questions/showable';
import { Address, Instant, UserId } from '../wire';

/** Answers keyed by question id; each is checked against the catalogue, null removes one (spec 3). */
export const AnswersPatch = z.record(z.string(), z.unknown());

export const ProfilePatch = z.strictObject({
  answers: z.optional(AnswersPatch),
  /**
   * The last values of these answers received from the server; absent or null: none. With it, an answer that was changed since is refused with
   * answers_changed; without it, the new answers replace the stored ones (decisions/038).
   */
  madeFrom: z.optional(AnswersPatch),
  /** The date of birth of `answers`, if it gives less than 18 years and the student confirmed it; another one is refused and holds nobody. */
  confirmedBirthDate: z.optional(z.string()),
  /** Set once by Complete on the last question. */
  onboardingCompletedAt: z.optional(z.nullable(Instant)),
});
export type ProfilePatch = z.output<typeof ProfilePatch>;

/** Members of the refusal answers_changed: the stored values of the answers that were changed since; null: removed. */
export interface AnswersChanged {
  readonly changed: Readonly<Record<string, unknown>>;
}

export const Profile = z.object({
  id: UserId,
  email: z.string(),
  answers: z.record(z.string(), z.unknown()),
  onboardingCompletedAt: z.nullable(Instant),
  /** Age in full years today; null without a date of birth. */
  age: z.nullable(z.number()),
  /** Percent, 0 to 100 (spec 9). */
  completeness: z.number(),
  /** Whether the student can be matched; if not, the ids of the missing questions. */
  matchable: z.object({ ready: z.boolean(), missing: z.array(z.string()) }),
  /** The questionnaire by section, in the order asked and in the student's language; `next` is the id of its first open question, else of its first. */
  sections: z.array(
    z.object({ title: z.string(), count: z.number(), answered: z.number(), next: z.string() }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Profile = z.output<typeof Profile>;

export const createProfile = defineRoute({
  name: 'createProfile',
  call: 'POST /profile',
  summary: 'Create the own profile',
  body: ProfilePatch,
  status: 201,
  response: Profile,
  errors: ['forbidden', 'profile_exists', 'birth_date_unconfirmed', 'under_age', 'answer_invalid'],
});

export const readProfile = defineRoute({
  name: 'readProfile',
  call: 'GET /profile',
  summary: 'The own profile; 404 until one exists',
  response: Profile,
  errors: ['not_found'],
});

export const updateProfile = defineRoute({
  name: 'updateProfile',
  call: 'PATCH /profile',
  summary: 'Save some answers; creates the profile when there is none, so that a queued draft is never lost',
  body: ProfilePatch,
  response: Profile,
  errors: ['forbidden', 'answers_changed', 'birth_date_unconfirmed', 'under_age', 'answer_invalid'],
});

export const Showable = z.enum(SHOWABLE_IDS);

export const Card = z.object({
  name: z.string(),
  /** Addresses of the album, the primary photo first. */
  photoUrls: z.array(Address),
  /** The items that can be shown besides them, in the order of the page and in others' words; empty without an answer. */
  items: z.array(
    z.object({ id: Showable, label: z.string(), values: z.array(z.string()), isShown: z.boolean() }),
  ),
});
export type Card = z.output<typeof Card>;

export const readCard = defineRoute({
  name: 'readCard',
  call: 'GET /profile/card',
  summary: 'How others see this student; 404 until there is a profile',
  response: Card,
  errors: ['not_found'],
});

export const chooseShown = defineRoute({
  name: 'chooseShown',
  call: 'PUT /profile/card',
  summary:
    'Choose whether others see one item beside name and photos, or all items at once; from now on, wherever this student is shown',
  body: z.union([
    z.strictObject({ id: Showable, isShown: z.boolean() }),
    z.strictObject({ shown: z.array(Showable).check(z.maxLength(SHOWABLE_IDS.length)) }),
  ]),
  response: Card,
  errors: ['not_found'],
});
