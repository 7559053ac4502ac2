// Longer than 300 lines: the types of one declaration, read together as its grammar.

import type { PlaceKind } from '../places/kinds';
import type {
  FirmOrPlaces,
  Scored,
  ScoredByChecks,
  ScoredByChoice,
  ScoredByDistance,
  ScoredByOverlap,
  ScoredByTag,
  Unscored,
} from './match';
import type { ActivityTag } from './vocabularies';

/** Something true of one student's answers. An unanswered question meets no condition. */
export interface Condition {
  readonly question: string;
  /** The field of a select group. */
  readonly key?: string;
  /** One of these was chosen. */
  readonly has?: readonly string[];
  /** None of these was chosen. */
  readonly lacks?: readonly string[];
  /** This alone was chosen. */
  readonly only?: string;
}

/** What an option says about the other student: all of `they` is true of them, and all of `me` of the student who chose it. */
export interface Check {
  readonly me?: readonly Condition[];
  readonly they: readonly Condition[];
  /** How much it lowers a score; 1 by default. */
  readonly counts?: 1 | 2;
}

/** The places that an activity needs. */
export interface Doable {
  /** Kinds of places, the most likely first. */
  readonly kinds: readonly PlaceKind[];
  /** Hours of the day at which it may begin, if fewer than the place's. */
  readonly hours?: readonly [from: number, to: number];
}

export interface Option {
  readonly value: string;
  readonly label: string;
  /** A second line. */
  readonly description?: string;
  /** Choosing it clears the other choices, and choosing another clears it. It is never scored. */
  readonly exclusive?: boolean;
  readonly group?: string;
  /** Shown before the others: most students look for one of these. */
  readonly likely?: boolean;
  /** Null fits every activity. */
  readonly activity?: ActivityTag | null;
  readonly doable?: Doable;
  /** Each that is true counts. */
  readonly checks?: readonly Check[];
  /** Values of the question that is scored by tags. */
  readonly tags?: readonly string[];
  /** Its position on a scale; null for none. */
  readonly rank?: number | null;
  /** False: the answer is stored, but not scored. */
  readonly scored?: boolean;
}

export type SectionId =
  | 'eligibility_identity'
  | 'core_preferences'
  | 'self_description'
  | 'ideal_partner'
  | 'lifestyle_priorities'
  | 'optional_scenarios';

interface QuestionBase {
  readonly id: string;
  readonly section: SectionId;
  readonly title: string;
  readonly help?: string;
  readonly required: boolean;
  readonly visibility: string;
  readonly sensitive?: boolean;
  /** What the answer is and is not used for, shown beside the question; every sensitive question has it. */
  readonly privacy?: string;
  readonly match: Unscored | FirmOrPlaces | Scored;
}

interface WithOptions extends QuestionBase {
  readonly options: readonly Option[];
  /** Adds an 'Other' choice with a text box of at most LIMITS.otherTextMax characters; never scored. */
  readonly allowOther?: boolean;
  readonly otherPlaceholder?: string;
  /** The second line of 'Other'. */
  readonly otherDescription?: string;
  /** Suggestions for that text. */
  readonly otherSuggestions?: readonly string[];
}

export interface SubField {
  readonly key: string;
  readonly type: 'multi_select';
  readonly showWhen: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly default: readonly string[];
  readonly required: boolean;
}

export interface IntroField {
  readonly key: 'display_name' | 'email' | 'date_of_birth';
  readonly type: 'text' | 'email' | 'date';
  readonly label: string;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly max?: 'today-18y';
  readonly hint?: string;
}

export interface BundleIntroQuestion extends QuestionBase {
  readonly type: 'bundle_intro';
  readonly match: Unscored;
  readonly fields: readonly IntroField[];
}

export interface SingleSelectQuestion extends WithOptions {
  readonly type: 'single_select';
  readonly subField?: SubField;
  readonly match: FirmOrPlaces | ScoredByChoice | ScoredByTag;
}

export interface MultiSelectQuestion extends WithOptions {
  readonly type: 'multi_select';
  readonly minSelections?: number;
  readonly match: FirmOrPlaces | ScoredByOverlap | ScoredByChecks;
}

export interface LimitedChipsQuestion extends WithOptions {
  readonly type: 'limited_chips';
  readonly maxSelections?: number;
  readonly match: FirmOrPlaces | ScoredByOverlap | ScoredByChecks;
}

export interface RangeQuestion extends QuestionBase {
  readonly type: 'range';
  readonly match: Unscored;
  readonly min: number;
  readonly max: number;
  readonly default: readonly [number, number];
  readonly maxLabel?: string;
}

export interface HeightQuestion extends QuestionBase {
  readonly type: 'height';
  readonly match: Unscored;
  readonly feet: readonly [number, number];
  readonly inches: readonly [number, number];
  readonly default: { readonly feet: number; readonly inches: number };
}

export interface ScalesQuestion extends QuestionBase {
  readonly type: 'scales';
  readonly match: Unscored | ScoredByDistance;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly scales: readonly {
    readonly key: string;
    readonly label: string;
    readonly minLabel: string;
    readonly maxLabel: string;
    /** The sentences on a card for two at the low end, and at the high one. */
    readonly reason?: { readonly low: string; readonly high: string };
  }[];
}

export interface SelectGroupQuestion extends QuestionBase {
  readonly type: 'select_group';
  readonly match: Unscored | ScoredByDistance;
  readonly fields: readonly {
    readonly key: string;
    readonly type: 'single_select';
    readonly label: string;
    readonly options: readonly Option[];
  }[];
}

export interface TextQuestion extends QuestionBase {
  readonly type: 'text';
  readonly match: Unscored;
  readonly maxLength?: number;
}

export interface EmailQuestion extends QuestionBase {
  readonly type: 'email';
  readonly match: Unscored;
}

export interface SelfieQuestion extends QuestionBase {
  readonly type: 'selfie';
  readonly match: Unscored;
}

/** One page of the questionnaire (spec 2, 3, 5). */
export type Question =
  | BundleIntroQuestion
  | SingleSelectQuestion
  | MultiSelectQuestion
  | LimitedChipsQuestion
  | RangeQuestion
  | HeightQuestion
  | ScalesQuestion
  | SelectGroupQuestion
  | TextQuestion
  | EmailQuestion
  | SelfieQuestion;

type EntryOf<Q> = Q extends Question
  ? Omit<Q, 'section' | 'required'> & { readonly required?: false }
  : never;

/** A question in the file of its section; required by default. */
export type Entry = EntryOf<Question>;

export type QuestionType = Question['type'];

/** Single select: a value, or an object with an other-text field (spec 3). */
export type SingleAnswer =
  | string
  | { readonly value: 'other'; readonly other: string; readonly [subField: string]: unknown };
/** Multi select: a list of options plus an other-text (spec 3). */
export interface MultiAnswer {
  readonly values: readonly string[];
  readonly other?: string;
}
/** Chips: a list; with an other-text where the question allows one. */
export type ChipsAnswer = readonly string[] | MultiAnswer;
export type RangeAnswer = readonly [number, number];
export interface HeightAnswer {
  readonly feet: number;
  readonly inches: number;
}
export interface IntroAnswer {
  readonly display_name?: string;
  /** ISO calendar date, YYYY-MM-DD. */
  readonly date_of_birth?: string;
}
/** Scales and select groups: one value per key. */
export type KeyedAnswer = Readonly<Record<string, number | string>>;

export type Answer =
  | SingleAnswer
  | MultiAnswer
  | ChipsAnswer
  | RangeAnswer
  | HeightAnswer
  | IntroAnswer
  | KeyedAnswer;

/** Answers keyed by question id (spec 3). */
export type Answers = Readonly<Record<string, Answer>>;
