import type { ShowableId } from '@flint/contracts/questions/showable';
import type { SpokenLanguage } from '../../texts/index';
import { Schema, type Connection, type Model } from 'mongoose';

/** A student's profile; `_id` is the auth service's user id. */
export interface ProfileDocument {
  _id: string;
  email: string;
  /** Answers by question id (spec 3), each sealed on its own so that a patch touches only what it names. */
  answers: Record<string, unknown>;
  onboardingCompletedAt: Date | null;
  /** What others see beside name and photos; absent until the student chooses. */
  shown?: ShowableId[];
  /** What mail is written in. */
  language: SpokenLanguage;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<ProfileDocument>(
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
  { versionKey: false, collection: 'profiles', minimize: false },
);

/** What a sealed answer is bound to: it opens nowhere else. */
export const sealedPlace = (userId: string, question: string) => `profiles/${userId}/${question}`;

/** The profiles of one connection. */
export const profiles = (db: Connection): Model<ProfileDocument> =>
  (db.models.Profile as Model<ProfileDocument> | undefined) ?? db.model<ProfileDocument>('Profile', schema);
