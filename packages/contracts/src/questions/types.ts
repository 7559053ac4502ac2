import type { ActivityTag, ComparisonId, FactId } from './matching-facts';

/** What a chosen option says about the other person: a fact, one of their habits, or a comparison of the two. */
export interface OptionCheck {
  readonly fact?: FactId;
  readonly habit?: string;
  readonly compare?: ComparisonId;
}

export interface Option {
  readonly value: string;
  readonly label: string;
  /** A second line. */
  readonly description?: string;
  /** Choosing it clears the other choices, and choosing another clears it. */
  readonly exclusive?: boolean;
  readonly group?: string;
  readonly activity?: ActivityTag | null;
  readonly check?: OptionCheck;
  readonly conflictsWith?: readonly string[] | string;
  readonly value_tags?: readonly string[];
  readonly rank?: number | null;
  readonly style?: string | null;
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

/** How matching uses the answer; the weights of all soft terms sum to 100. */
export interface MatchUse {
  readonly role: 'hard_filter' | 'soft' | 'target' | 'display' | 'none' | 'offer_hint';
  readonly direction?: 'symmetric' | 'wish';
  readonly weight?: number;
}

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
  readonly match: MatchUse;
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
  readonly fields: readonly IntroField[];
}

export interface SingleSelectQuestion extends WithOptions {
  readonly type: 'single_select';
  readonly subField?: SubField;
  readonly familyOf?: Readonly<Record<string, string>>;
  readonly near?: readonly (readonly [string, string])[];
}

export interface MultiSelectQuestion extends WithOptions {
  readonly type: 'multi_select';
  readonly minSelections?: number;
}

export interface LimitedChipsQuestion extends WithOptions {
  readonly type: 'limited_chips';
  readonly maxSelections?: number;
  readonly vocabulary?: string;
  readonly opposites?: readonly (readonly [string, string])[];
}

export interface RangeQuestion extends QuestionBase {
  readonly type: 'range';
  readonly min: number;
  readonly max: number;
  readonly default: readonly [number, number];
  readonly maxLabel?: string;
}

export interface HeightQuestion extends QuestionBase {
  readonly type: 'height';
  readonly feet: readonly [number, number];
  readonly inches: readonly [number, number];
  readonly default: { readonly feet: number; readonly inches: number };
}

export interface ScalesQuestion extends QuestionBase {
  readonly type: 'scales';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly scales: readonly {
    readonly key: string;
    readonly label: string;
    readonly minLabel: string;
    readonly maxLabel: string;
  }[];
}

export interface SelectGroupQuestion extends QuestionBase {
  readonly type: 'select_group';
  readonly fields: readonly {
    readonly key: string;
    readonly type: 'single_select';
    readonly label: string;
    readonly options: readonly Option[];
  }[];
}

export interface TextQuestion extends QuestionBase {
  readonly type: 'text';
  readonly maxLength?: number;
}

export interface EmailQuestion extends QuestionBase {
  readonly type: 'email';
}

export interface SelfieQuestion extends QuestionBase {
  readonly type: 'selfie';
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
