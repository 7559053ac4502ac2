/**
 * An answer without a score. `hard_filter`: decides, both ways, who may meet; with `firm`, the checks of chosen options do. `target`: wishes
 * compare with it. `offer_hint`: suggests what to do; with `places`, its options are kinds of places.
 */
export interface Unscored {
  readonly role: 'hard_filter' | 'target' | 'display' | 'none' | 'offer_hint';
}

/** Only questions with options can be firm. */
export interface FirmOrPlaces extends Unscored {
  readonly firm?: true;
  readonly places?: true;
}

/** The sentence on a card, with `{labels}` for what both chose, where the reader needs it. */
export interface Reason {
  readonly text: string;
  /** How many labels it names, where they fit in a line; 2 by default. */
  readonly most?: 1 | 2;
  /** Questions of one topic give only one sentence, by the stronger one. */
  readonly topic?: string;
}

interface Soft {
  readonly role: 'soft';
  /** All weights sum to 100. */
  readonly weight: number;
}

/** Scores two choices of one option, 0 to 1: by a table, by the distance of ranks, or by groups of options that are near each other. */
export type ScoredByChoice = Soft & { readonly reason?: Reason } & (
    | { readonly by: 'table'; readonly fits: Readonly<Record<string, Readonly<Record<string, number>>>> }
    | { readonly by: 'rank' }
    | {
        readonly by: 'nearness';
        readonly groups: readonly (readonly string[])[];
        /** The score within a group, and of others. */
        readonly near: number;
        readonly far: number;
      }
  );

/** Scores the one value that I look for: 1 if the other's answer to `of` has an option with that tag, else `otherwise`. */
export interface ScoredByTag extends Soft {
  readonly by: 'tag';
  readonly of: string;
  readonly otherwise: number;
}

/** Scores two lists by what they share, of the shorter list or of `enough`. With `of`, my list is a wish about their answer to it. */
export interface ScoredByOverlap extends Soft {
  readonly by: 'overlap';
  readonly of?: string;
  readonly reason?: Reason;
  readonly enough?: number;
  /** Compares the activities of the options instead of the options. */
  readonly activities?: true;
  /** The list names what I do not want; their empty list of habits is best. */
  readonly unwanted?: true;
  /** Each pair of opposites, one wished and one answered, costs a quarter. */
  readonly opposites?: readonly (readonly [string, string])[];
}

/** Scores, once `of` is answered, how many checks of the chosen options are true of the other; two are the worst. */
export interface ScoredByChecks extends Soft {
  readonly by: 'checks';
  readonly of: string;
}

/** Scores the mean distance of the answers by key; levels of a select group are its options in order. */
export interface ScoredByDistance extends Soft {
  readonly by: 'distance';
}

export type Scored = ScoredByChoice | ScoredByTag | ScoredByOverlap | ScoredByChecks | ScoredByDistance;
