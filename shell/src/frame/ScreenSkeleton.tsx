/** The shape of a screen while its remote is on the way. */
export function ScreenSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="screen-skeleton" aria-busy="true">
      <p role="status" className="f-visually-hidden">{`${label} is loading…`}</p>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
