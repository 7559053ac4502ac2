import type { ReactNode } from 'react';
import { SplitView } from '../Split/SplitView';
import { useChosen } from './use-chosen';
import { useIsWide } from './use-is-wide';
import { useListKeys } from './use-list-keys';
import './List.css';

interface ListDetailProps<T> {
  /** The storage name of the list's width, e.g. 'offers'. */
  readonly id: string;
  /** The separator's label, e.g. 'Width of the list'. */
  readonly label: string;
  /** What can be chosen; the first one at first, unless `unopened` is given. */
  readonly entries: readonly T[];
  readonly keyOf: (entry: T) => string;
  /** The entry the address names. */
  readonly named: string | undefined;
  /** In a narrow window, and without entries; with `unopened` a narrow window shows the pane that is needed. */
  readonly stack?: ReactNode;
  readonly renderList: (chosen: T | null) => ReactNode;
  readonly renderDetail: (chosen: T) => ReactNode;
  /** Above both panes. */
  readonly renderAbove?: (chosen: T | null) => ReactNode;
  /** The second pane until Enter or a click opens an entry. With it, `j` and `k` open nothing. */
  readonly unopened?: ReactNode;
  /** The list's share in percent before its width is changed. */
  readonly initial?: number;
}

/**
 * A list with its chosen entry beside it in a wide window; in a narrow one the stack, or one of the two. `j`, `k` and the arrows move through the entries, and the
 * letters of `aria-keyshortcuts` press the buttons of the displayed one.
 */
export function ListDetail<T>(props: ListDetailProps<T>) {
  const { id, label, entries, keyOf, named, stack, renderList, renderDetail, renderAbove, unopened } = props;
  const { initial } = props;
  const isWide = useIsWide();
  const isOnDemand = unopened !== undefined;
  useListKeys(isWide, !isOnDemand);
  const shown = useChosen(entries, keyOf, named);
  if (!isWide && !isOnDemand) return stack;
  const chosen = isOnDemand && named === undefined ? null : shown;
  return (
    <>
      {renderAbove?.(chosen)}
      {chosen || isOnDemand ? (
        <SplitView
          id={id}
          shown={chosen ? keyOf(chosen) : ''}
          narrow={isOnDemand && chosen ? 'end' : 'start'}
          label={label}
          start={renderList(chosen)}
          end={chosen ? renderDetail(chosen) : unopened}
          {...(initial !== undefined && { initial })}
        />
      ) : (
        stack
      )}
    </>
  );
}

interface ListGroupProps {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
}

/** One heading of a list with its entries. */
export function ListGroup({ title, count, children }: ListGroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="f-list__title">
        {title}
        {count !== undefined && <span> {count}</span>}
      </h2>
      {children}
    </section>
  );
}
