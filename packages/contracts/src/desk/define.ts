import { defineRoute, type Declared, type Route } from '../route';
import type { DeskErrorCode } from './errors';

/** Base path of the safety desk's own API, which only the desk's origin serves. */
export const DESK_BASE = '/desk/v1';

/** Names the operator whom the page shows: the cookie may be that of another one who signed in in another tab. Encoded like a component of a URL. */
export const OPERATOR_HEADER = 'x-flint-operator';

/** The required stage of sign-in: none, the mailed code, or also the second factor. */
export type DeskStage = 'none' | 'code' | 'full';

/** A route of the desk: like one of the API, but with a session cookie. */
export type DeskRoute = Route & {
  readonly stage: DeskStage;
  /** Refusals in addition to those of its stage. */
  readonly refuses: readonly DeskErrorCode[];
};

type DeclaredAtDesk = Omit<Declared, 'auth' | 'errors'> & {
  readonly stage: DeskStage;
  readonly refuses?: DeskRoute['refuses'];
};

/** Declares a route of the desk and preserves its literal and schema types. */
export const defineDeskRoute = <const D extends DeclaredAtDesk>(route: D) => ({
  ...defineRoute({ ...route, auth: 'none' }),
  stage: route.stage,
  refuses: route.refuses ?? [],
});
