import type { ReactNode } from 'react';
import './Page.css';
import './Foot.css';

/** The buttons of a screen, at the lower edge of its page, which is then as high as the window. The main one is last. */
export function Foot({ children }: { readonly children: ReactNode }) {
  return <footer className="f-foot">{children}</footer>;
}
