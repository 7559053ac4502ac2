import type { ReactNode } from 'react';

const PATHS = {
  matches: (
    <path d="M12 20.3 4.7 13a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.3.4.3-.3a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 6.9Z" />
  ),
  offers: <path d="M3.5 6.5h17v12h-17Zm0 .5 8.5 6 8.5-6" />,
  availability: <path d="M4 6.5h16V20H4Zm0 4.5h16M8 3.5v3m8-3v3M12 13.5v2.8l2 1.2" />,
  photos: <path d="M4 5h16v14H4Zm0 11 4.5-5 4 4 2.5-2.5L20 17M15.5 9.2h.01" />,
  onboarding: <path d="M4.5 6.5h2m3.5 0h9.5m-15 5.5h2m3.5 0h9.5m-15 5.5h2m3.5 0h9.5" />,
  profile: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0" />,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20.5 20.5" />,
  keyboard: <path d="M3 7h18v10.5H3Zm4 7h10M7 10.5h.01m3.3 0h.01m3.3 0h.01m3.3 0h.01" />,
  leave: <path d="M14 4.5H5.5v15H14M10.5 12H21m-3.5-3.5L21 12l-3.5 3.5" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

/** A line icon of the frame; decoration beside a text. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      {PATHS[name]}
    </svg>
  );
}
