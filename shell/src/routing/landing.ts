import { isSignInPath, screenOfPath } from './paths';

/** State of the history entry of /auth: the address that a signed-out student opened. */
export interface SignInState {
  readonly asked: string;
}

/** The address if it is a path of ours that shows a screen, else null. Never another site. */
function knownAddress(asked: unknown): string | null {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked)) return null;
  const { pathname } = new URL(asked, 'https://flint.invalid');
  return screenOfPath(pathname) && !isSignInPath(pathname) ? asked : null;
}

/**
 * Where a student goes after verifying a code (spec 2): to the home screen, or to the screen whose address was opened while signed out,
 * such as a link in a mail about an offer. The address that was left by signing out does not count.
 */
export function createLanding() {
  let expected = false;
  let hadSession = false;
  return {
    expect() {
      expected = true;
    },
    forget() {
      expected = false;
    },
    /** Whether this page is verifying a code. */
    isExpected: () => expected,
    /** State for /auth when a signed-out student is redirected there from another address. */
    stateFor: (address: string): SignInState | null => (hadSession ? null : { asked: address }),
    /** The address to redirect a student with a session to; null to stay. `state` is that of the history entry. */
    from(pathname: string, state: unknown): string | null {
      if (isSignInPath(pathname)) return knownAddress((state as SignInState | null)?.asked) ?? '/';
      const isAsked = !hadSession && screenOfPath(pathname) !== null;
      return expected && !isAsked && pathname !== '/' ? '/' : null;
    },
    /** A student with a session is on a screen. */
    arrive() {
      expected = false;
      hadSession = true;
    },
  };
}

export type Landing = ReturnType<typeof createLanding>;
