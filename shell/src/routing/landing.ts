import { isSignInPath, screenOfPath } from './paths';

/** What sign-in's own address remembers in the history: the address that was asked for. */
export interface SignInState {
  readonly asked: string;
}

/** An address of ours that shows a screen, else null: where a student asked to go, never another site. */
function knownAddress(asked: unknown): string | null {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked)) return null;
  const { pathname } = new URL(asked, 'https://flint.invalid');
  return screenOfPath(pathname) && !isSignInPath(pathname) ? asked : null;
}

/**
 * Where verifying a code leads (spec 2): to the home screen, or to the screen whose address a signed-out student asked for, such as the link
 * in the mail about an offer. An address left by signing out is nobody's wish.
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
    /** Whether a code is being verified here. */
    isExpected: () => expected,
    /** The state of sign-in's address when a signed-out student is sent there from another one. */
    stateFor: (address: string): SignInState | null => (hadSession ? null : { asked: address }),
    /** Where a student with a session goes from an address; null to stay. `state` is the history's. */
    from(pathname: string, state: unknown): string | null {
      if (isSignInPath(pathname)) return knownAddress((state as SignInState | null)?.asked) ?? '/';
      const isAsked = !hadSession && screenOfPath(pathname) !== null;
      return expected && !isAsked && pathname !== '/' ? '/' : null;
    },
    /** Somebody with a session has arrived. */
    arrive() {
      expected = false;
      hadSession = true;
    },
  };
}

export type Landing = ReturnType<typeof createLanding>;
