/** The mark: a spark struck from flint. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 64 64" width="32" height="32" aria-hidden="true" focusable="false">
      <rect className="mark__stone" width="64" height="64" rx="15" />
      <path className="mark__spark" d="M36.5 8 15 37.5h13.2L25.5 56 49 25.5H34.8z" />
    </svg>
  );
}
