import { DESK_ROUTES, type DeskSession, type QueueItem } from '@flint/contracts/desk';
import { EmptyState, Kbd } from '@flint/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { ask, type Failure } from '../ask';
import { Case } from '../case/Case';
import { Queue } from '../queue/Queue';
import { caseNumber, detailOf, headingOf } from '../words';
import { Asked } from './Asked';

const LOOK_AGAIN_MS = 30_000;

interface Props {
  readonly isDecided: boolean;
  readonly session: DeskSession;
  readonly search: string;
  readonly opened: string | null;
  readonly onOpen: (id: string | null) => void;
}

const fits = (item: QueueItem, search: string) =>
  `${headingOf(item)} ${detailOf(item)} ${item.measure ?? ''} ${caseNumber(item.id)}`
    .toLowerCase()
    .includes(search.trim().toLowerCase());

/** The list beside the open case; a narrow screen shows one of the two. */
export function Cases({ isDecided, session, search, opened, onOpen }: Props) {
  const [items, setItems] = useState<readonly QueueItem[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [hasArrived, setArrived] = useState(false);
  const load = async (background: 'yes' | 'no') => {
    const decided = isDecided ? 'yes' : 'no';
    const answer = await ask(DESK_ROUTES.listCases, { query: { decided, background } });
    if ('data' in answer) setItems(answer.data.items);
    setFailure('failure' in answer ? answer.failure : null);
  };
  const loadFirst = useEffectEvent(async () => {
    await load('no');
    setArrived(true);
  });
  const lookAgain = useEffectEvent(() => load('yes'));
  useEffect(() => {
    void loadFirst();
    const timer = setInterval(() => void lookAgain(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    // on arrival the first waiting case has the focus, so that Enter opens it
    const isFree = document.activeElement === document.body || document.activeElement === null;
    if (hasArrived && isFree) document.querySelector<HTMLElement>('[data-row]')?.focus();
  }, [hasArrived]);
  const shown = items?.filter((item) => fits(item, search)) ?? [];
  return (
    <div className="cases" data-open={opened !== null}>
      <section className="pane queue" aria-labelledby="queue-title">
        <div className="pane__head">
          <h1 id="queue-title">{isDecided ? 'Decided' : 'Queue'}</h1>
          {items && <span className="soft">{shown.length}</span>}
        </div>
        <Asked asked={{ data: items, failure, load: () => load('no') }} label="Loading the queue">
          {() =>
            shown.length === 0 ? (
              <EmptyState title={search ? 'No case fits the search' : 'Nothing waits'} />
            ) : (
              <Queue items={shown} opened={opened} onOpen={onOpen} />
            )
          }
        </Asked>
      </section>
      <div className="work">
        {opened ? (
          <Case
            key={opened}
            id={opened}
            session={session}
            onBack={() => onOpen(null)}
            onChanged={() => void load('yes')}
          />
        ) : (
          <section className="pane case case--none" aria-label="No case is open">
            <p className="soft">
              <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>Enter</Kbd> opens. Opening a case is written to the log.
            </p>
          </section>
        )}
      </div>
    </div>
  );
}
