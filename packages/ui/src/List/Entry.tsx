import type { KeyboardEvent, ReactNode } from 'react';
import { Avatar } from '../Avatar/Avatar';
import './List.css';

interface EntryLook {
  readonly className: string;
  readonly 'aria-current': 'true' | undefined;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

interface EntryProps {
  /** Of the portrait. */
  readonly name?: string;
  readonly photoUrl?: string | null | undefined;
  /** Instead of a portrait. */
  readonly picture?: ReactNode;
  readonly isChosen?: boolean;
  /** The link or button that shows the entry; without one it is only read. */
  readonly renderLink?: (look: EntryLook) => ReactNode;
  /** Content at the end of the row. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Up and Down move between entries, across all groups of the list; Enter opens a link as usual. */
function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const entries = [...document.querySelectorAll<HTMLElement>('.f-entry')];
  const next = entries[entries.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** A person or a case in one row of a list: portrait, lines, and at the end a state or an action. */
export function Entry(props: EntryProps) {
  const { name = '', photoUrl, picture, isChosen = false, renderLink, aside, children } = props;
  const content = (
    <>
      <span aria-hidden="true">{picture ?? <Avatar name={name} photoUrl={photoUrl} />}</span>
      <span className="f-entry__text">{children}</span>
      {aside && <span className="f-entry__aside">{aside}</span>}
    </>
  );
  if (!renderLink) return <div className="f-entry">{content}</div>;
  const current = isChosen ? 'true' : undefined;
  return renderLink({
    className: 'f-entry',
    'aria-current': current,
    onKeyDown: handleKeyDown,
    children: content,
  });
}
