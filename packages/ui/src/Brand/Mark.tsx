import './Brand.css';

/** The logo: a spark from a struck stone. */
export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg className="f-mark" viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <rect className="f-mark__stone" width="64" height="64" rx="15" />
      <path className="f-mark__spark" d="M36.5 8 15 37.5h13.2L25.5 56 49 25.5H34.8z" />
    </svg>
  );
}

/** Logo and product name. */
export function Wordmark({ name, size = 32 }: { readonly name: string; readonly size?: number }) {
  return (
    <span className="f-wordmark" translate="no">
      <Mark size={size} />
      {name}
    </span>
  );
}
