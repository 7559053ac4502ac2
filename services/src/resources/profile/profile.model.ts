import type { ShowableId } from '@flint/contracts/questions/showable';
import type { SpokenLanguage } from '../../texts/index';
import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';
import type { SealedFields } from '../../infra/sealed-fields';

/** A student's profile; `_id` is the sign-in service's user id. */
export interface ProfileDocument {
  _id: string;
  email: string;
  /** Answers by question id (S3.2.1), each sealed separately so that a patch touches only what it names. */
  answers: Record<string, unknown>;
  onboardingCompletedAt: Date | null;
  /** Items shown beside name and photos; absent until the student chooses. */
  shown?: ShowableId[];
  /** The language of mail. */
  language: SpokenLanguage;
  createdAt: Date;
  updatedAt: Date;
}

export const profiles = modelOf<ProfileDocument>(
  'Profile',
  'profiles',
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    answers: { type: Schema.Types.Mixed, default: {} },
    onboardingCompletedAt: { type: Date, default: null },
    shown: { type: [String], default: undefined },
    language: { type: String, default: 'en' },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { minimize: false },
);

/** The context a sealed answer is bound to; it opens nowhere else. */
export const sealedPlace = (userId: string, question: string) => `profiles/${userId}/${question}`;

export const SEALED_ANSWERS: SealedFields = {
  collection: 'profiles',
  fields: ['answers'],
  valuesOf: ({ _id, answers }: ProfileDocument) =>
    Object.entries(answers ?? {}).map(([question, stored]) => ({
      at: `answers.${question}`,
      stored,
      place: sealedPlace(_id, question),
    })),
};
