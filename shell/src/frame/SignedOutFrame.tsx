import type { ReactNode } from 'react';

/** The page around sign-in. */
export function SignedOutFrame({ children }: { readonly children: ReactNode }) {
  return <main id="main">{children}</main>;
}
