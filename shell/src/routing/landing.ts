/** A student who just verified a code lands on the home screen, whatever address sign-in was shown at (spec 2). */
export function createLanding() {
  let expected = false;
  return {
    isExpected: () => expected,
    expect() {
      expected = true;
    },
    forget() {
      expected = false;
    },
  };
}

export type Landing = ReturnType<typeof createLanding>;
