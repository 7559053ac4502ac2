import type { ReactNode } from 'react';
import './Columns.css';

/** In a wide window a pane at the right edge of its page; in a narrow one it stays where it is among the page's children. */
export function SidePane({ children }: { readonly children: ReactNode }) {
  return <div className="f-side">{children}</div>;
}

/** Two children side by side in a wide window, the first one wider. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className="f-columns">{children}</div>;
}
