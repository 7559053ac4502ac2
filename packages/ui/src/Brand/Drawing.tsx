import type { ReactNode } from 'react';
import './Brand.css';

const ground = <path className="f-draw__line" d="M14 118h152" />;
const DRAWINGS = {
  offers: (
    <>
      <rect className="f-draw__fill" x="40" y="42" width="100" height="70" rx="12" />
      <path className="f-draw__line" d="m40 54 50 36 50-36" />
      <path className="f-draw__spark" d="M120 14 104 38h10l-3 16 17-24h-10z" />
    </>
  ),
  matches: (
    <>
      <circle className="f-draw__fill" cx="66" cy="72" r="34" />
      <circle className="f-draw__line" cx="114" cy="72" r="34" />
      <path className="f-draw__spark" d="M94 50 82 76h9l-3 20 14-28h-9z" />
    </>
  ),
  offline: (
    <>
      <path className="f-draw__fill" d="M52 100a24 24 0 0 1 4-47 34 34 0 0 1 66 4 22 22 0 0 1 2 43z" />
      <path className="f-draw__line" d="m60 34 62 76" />
    </>
  ),
  broken: (
    <>
      <path className="f-draw__fill" d="M38 60 70 34l24 22-10 20 12 16-16 24-40-12z" />
      <path className="f-draw__line" d="m106 40 38 18-4 46-30 10 4-26-12-16z" />
      <path className="f-draw__spark" d="m98 18-6 14h6l-3 11 10-16h-6l4-9z" />
    </>
  ),
  photos: (
    <>
      <rect
        className="f-draw__fill"
        x="36"
        y="34"
        width="70"
        height="88"
        rx="10"
        transform="rotate(-7 71 78)"
      />
      <rect
        className="f-draw__line"
        x="76"
        y="34"
        width="66"
        height="84"
        rx="10"
        transform="rotate(6 109 76)"
      />
      <circle className="f-draw__spark" cx="110" cy="66" r="11" />
      <path className="f-draw__line" d="M88 104c4-18 38-20 44 0" />
    </>
  ),
  calendar: (
    <>
      <rect className="f-draw__fill" x="38" y="34" width="104" height="84" rx="12" />
      <path className="f-draw__line" d="M38 58h104M64 24v20M116 24v20" />
      <rect className="f-draw__spark" x="74" y="70" width="20" height="16" rx="4" />
      <rect className="f-draw__spark" x="100" y="70" width="20" height="16" rx="4" />
    </>
  ),
  welcome: (
    <>
      <path className="f-draw__fill" d="M30 108 60 74l30 34z" />
      <path className="f-draw__line" d="m92 108 26-44 34 44z" />
      <path className="f-draw__spark" d="M98 10 78 44h13l-5 26 26-38H98z" />
    </>
  ),
  done: (
    <>
      <circle className="f-draw__fill" cx="90" cy="72" r="42" />
      <path className="f-draw__spark-line" d="m70 74 14 14 28-32" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof DRAWINGS;

/** A decorative drawing for empty and failed states. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg className="f-drawing" viewBox="0 0 180 130" aria-hidden="true">
      {ground}
      {DRAWINGS[name]}
    </svg>
  );
}
