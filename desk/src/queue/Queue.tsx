import type { QueueItem } from '@flint/contracts/desk';
import { lengthOf, leftUntil } from '../times';
import { useNow } from '../use-now';
import { detailOf, GROUPS, headingOf } from '../words';

interface Props {
  readonly items: readonly QueueItem[];
  readonly opened: string | null;
  readonly onOpen: (id: string) => void;
}

/** Cases by urgency, earliest deadline first. */
export function Queue({ items, opened, onOpen }: Props) {
  return (
    <div className="queue__groups">
      {GROUPS.map(([group, title]) => {
        const own = items.filter((item) => item.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group} aria-label={title}>
            <h2>
              {title} <span>{own.length}</span>
            </h2>
            <ul>
              {own.map((item) => (
                <li key={item.id}>
                  <Row item={item} isOpen={item.id === opened} onOpen={() => onOpen(item.id)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface RowProps {
  readonly item: QueueItem;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Row({ item, isOpen, onOpen }: RowProps) {
  const now = useNow();
  const { text, isLate } = leftUntil(item.due, now);
  const waits = lengthOf(now - Date.parse(item.since));
  const isWaiting = item.kind === 'report' || item.kind === 'appeal';
  return (
    <button
      type="button"
      className="row"
      data-row
      data-group={item.group}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
    >
      <i className="row__urgency" aria-hidden="true" />
      <span className="row__text">
        <b>{headingOf(item)}</b>
        <span>{detailOf(item)}</span>
      </span>
      <span className="row__wait" data-late={isWaiting && isLate} title={`Waits for ${waits}`}>
        {isWaiting ? text : waits}
      </span>
    </button>
  );
}
