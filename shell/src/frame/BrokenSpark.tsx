/** Drawing for a screen that is not there: the mark, in two halves. */
export function BrokenSpark() {
  return (
    <svg className="broken-spark" viewBox="0 0 120 120" aria-hidden="true">
      <circle className="broken-spark__stone" cx="60" cy="60" r="56" />
      <path className="broken-spark__half" d="M66 18 34 62h20l6-10 8 4 4-20z" />
      <path className="broken-spark__half" d="m62 64-5 8-8-4-3 34 40-48H70z" transform="translate(6 6)" />
    </svg>
  );
}
