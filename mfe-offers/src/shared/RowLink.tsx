import { ScreenLink, type ScreenId, type ScreenParams } from '@flint/remote-kit';
import { Avatar } from '@flint/ui';
import type { KeyboardEvent, ReactNode } from 'react';

interface RowLinkProps {
  readonly to: ScreenId;
  readonly params: ScreenParams;
  readonly name: string;
  readonly photoUrl: string | null | undefined;
  readonly isChosen: boolean;
  readonly children: ReactNode;
  /** Content at the end of the row. */
  readonly aside?: ReactNode;
}

/** Up and Down move between rows, across all groups of the list; Enter opens a link as usual. */
function handleKeyDown(event: KeyboardEvent<HTMLAnchorElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const rows = [...document.querySelectorAll<HTMLElement>('.o-row')];
  const next = rows[rows.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** One entry of the list on a wide window: a link to the same screen with that entry displayed. */
export function RowLink({ to, params, name, photoUrl, isChosen, children, aside }: RowLinkProps) {
  return (
    <ScreenLink
      to={to}
      params={params}
      className="o-row"
      aria-current={isChosen ? 'true' : undefined}
      onKeyDown={handleKeyDown}
    >
      <span aria-hidden="true">
        <Avatar name={name} photoUrl={photoUrl} />
      </span>
      <span className="o-row__text">{children}</span>
      {aside && <span className="o-row__aside">{aside}</span>}
    </ScreenLink>
  );
}
