import type { ReactNode } from 'react';
import './Split.css';

interface IndexViewProps {
  readonly index: ReactNode;
  readonly children: ReactNode;
}

/** In a wide window a narrow index, and beside it the part that it opened. */
export function IndexView({ index, children }: IndexViewProps) {
  return (
    <div className="f-split f-split--index">
      <div className="f-split__start">{index}</div>
      <div className="f-split__end">{children}</div>
    </div>
  );
}
