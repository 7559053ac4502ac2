/** The spinner while the session is being read (spec 2). */
export function Starting() {
  return (
    <main id="main" className="full-page" aria-busy="true">
      <p role="status">Loading…</p>
    </main>
  );
}
