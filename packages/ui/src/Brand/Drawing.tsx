import type { ReactNode } from 'react';
import './Brand.css';

/** A decorative drawing for empty and failed states; each is an export, so that a remote brings only its own. */
const Drawing = ({ children }: { readonly children: ReactNode }) => (
  <svg className="f-drawing" viewBox="0 0 180 130" aria-hidden="true">
    <path className="f-draw__line" d="M14 118h152" />
    {children}
  </svg>
);

export const OffersDrawing = () => (
  <Drawing>
    <rect className="f-draw__fill" x="40" y="42" width="100" height="70" rx="12" />
    <path className="f-draw__line" d="m40 54 50 36 50-36" />
    <path className="f-draw__spark" d="M120 14 104 38h10l-3 16 17-24h-10z" />
  </Drawing>
);

export const MatchesDrawing = () => (
  <Drawing>
    <circle className="f-draw__fill" cx="66" cy="72" r="34" />
    <circle className="f-draw__line" cx="114" cy="72" r="34" />
    <path className="f-draw__spark" d="M94 50 82 76h9l-3 20 14-28h-9z" />
  </Drawing>
);

export const BrokenDrawing = () => (
  <Drawing>
    <path className="f-draw__fill" d="M38 60 70 34l24 22-10 20 12 16-16 24-40-12z" />
    <path className="f-draw__line" d="m106 40 38 18-4 46-30 10 4-26-12-16z" />
    <path className="f-draw__spark" d="m98 18-6 14h6l-3 11 10-16h-6l4-9z" />
  </Drawing>
);

export const DoneDrawing = () => (
  <Drawing>
    <circle className="f-draw__fill" cx="90" cy="72" r="42" />
    <path className="f-draw__spark-line" d="m70 74 14 14 28-32" />
  </Drawing>
);
