import { ScreenLink } from '@flint/remote-kit';
import { buttonClass, Drawing } from '@flint/ui';

/** Shown at an address that is no screen's. */
export function NotFound() {
  return (
    <section className="not-found">
      <Drawing name="broken" />
      <h1 data-page-heading>Page not found</h1>
      <p>There is nothing at this address.</p>
      <ScreenLink to="profile" className={buttonClass({ variant: 'primary' })}>
        Go to your profile
      </ScreenLink>
    </section>
  );
}
