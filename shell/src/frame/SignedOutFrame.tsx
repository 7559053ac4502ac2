import type { ReactNode } from 'react';
import { usePlatform } from '@flint/remote-kit';
import { Wordmark } from '@flint/ui';
import { Sparks } from './Sparks';

/** The page around sign-in: who we are on one side, the remote on the other. */
export function SignedOutFrame({ children }: { readonly children: ReactNode }) {
  const { config } = usePlatform();
  return (
    <div className="welcome">
      <header className="welcome__brand">
        <Sparks />
        <Wordmark name={config.appName} size={40} />
        <p className="welcome__tagline">Lightning-fast dating for {config.universityName}’s students.</p>
        <ul className="welcome__points">
          <li>Only verified university addresses get in.</li>
          <li>A time, a place, an activity: every offer is a real plan.</li>
          <li>You decide what others see, and can take it all with you or delete it.</li>
        </ul>
      </header>
      <main id="main" className="welcome__main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
