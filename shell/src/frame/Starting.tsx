import { Mark } from './Mark';

/** The spinner while the session is being read (spec 2). */
export function Starting() {
  return (
    <main id="main" className="full-page" aria-busy="true">
      <div className="starting">
        <Mark />
        <p role="status">Loading…</p>
      </div>
    </main>
  );
}
