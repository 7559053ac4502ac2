import { ScreenLink } from '@flint/remote-kit';
import { BrokenSpark } from './BrokenSpark';

/** Shown at an address that is no screen's. */
export function NotFound() {
  return (
    <section className="not-found">
      <BrokenSpark />
      <h1 data-page-heading>Page not found</h1>
      <p>There is nothing at this address.</p>
      <ScreenLink to="profile" className="frame-button">
        Go to your profile
      </ScreenLink>
    </section>
  );
}
