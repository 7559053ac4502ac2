import { defineRoute, type Declared, type Route } from '../route';
import type { DeskErrorCode } from './errors';

/** Base path of the safety desk's own API; it is served on the desk's origin and nowhere else. */
export const DESK_BASE = '/desk/v1';

/** How far somebody must have signed in: not at all, with the mailed code, or with the second factor, too. */
export type DeskStage = 'none' | 'code' | 'full';

/** A route of the desk: like one of the API, but for a session in a cookie. */
export type DeskRoute = Route & {
  readonly stage: DeskStage;
  /** Refusals beyond those of its stage. */
  readonly refuses: readonly DeskErrorCode[];
};

type DeclaredAtDesk = Omit<Declared, 'auth' | 'errors'> & {
  readonly stage: DeskStage;
  readonly refuses?: DeskRoute['refuses'];
};

/** Declares a route of the desk; keeps its literal and schema types. */
export const defineDeskRoute = <const D extends DeclaredAtDesk>(route: D) => ({
  ...defineRoute({ ...route, auth: 'none' }),
  stage: route.stage,
  refuses: route.refuses ?? [],
});
