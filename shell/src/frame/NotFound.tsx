import { ScreenLink } from '@flint/remote-kit';

/** Shown at an address that is no screen's. */
export function NotFound() {
  return (
    <section className="not-found">
      <h1 data-page-heading>Page not found</h1>
      <p>There is nothing at this address.</p>
      <ScreenLink to="profile">Go to your profile</ScreenLink>
    </section>
  );
}
