/** Decoration of the welcome page: one strike. */
export function Sparks() {
  return (
    <svg className="sparks" viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M430 120 190 450h150l-34 220 268-350H416z" />
    </svg>
  );
}
