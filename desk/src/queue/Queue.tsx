import type { QueueItem } from '@flint/contracts/desk';
import { useNow } from '@flint/remote-kit/data';
import { Entry, ListGroup } from '@flint/ui';
import { lengthOf, leftUntil } from '../times';
import { detailOf, GROUPS, headingOf } from '../words';

interface Props {
  readonly items: readonly QueueItem[];
  readonly opened: string | null;
  readonly onOpen: (id: string) => void;
}

/** Cases by urgency, earliest deadline first. */
export function Queue({ items, opened, onOpen }: Props) {
  return (
    <div className="f-stack f-gap-3">
      {GROUPS.map(([group, title]) => {
        const own = items.filter((item) => item.group === group);
        if (own.length === 0) return null;
        return (
          <ListGroup key={group} title={title} count={own.length}>
            <ul className="f-entries">
              {own.map((item) => (
                <li key={item.id}>
                  <Row item={item} isOpen={item.id === opened} onOpen={() => onOpen(item.id)} />
                </li>
              ))}
            </ul>
          </ListGroup>
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
    <Entry
      isChosen={isOpen}
      picture={<i className="f-dot" data-group={item.group} />}
      renderLink={(look) => <button type="button" {...look} onClick={onOpen} />}
      aside={
        <time dateTime={item.due} data-late={isWaiting && isLate} title={`Waits for ${waits}`}>
          {isWaiting ? text : waits}
        </time>
      }
    >
      <strong>{headingOf(item)}</strong>
      <span className="f-soft">{detailOf(item)}</span>
    </Entry>
  );
}
