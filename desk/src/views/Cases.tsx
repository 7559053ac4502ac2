import { DESK_ROUTES, type DeskSession, type QueueItem } from '@flint/contracts/desk';
import { EmptyState, Kbd, ListDetail, Page, PageHead, Soft, useIsWide } from '@flint/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** The list beside the open case; a narrow window shows one of the two. A case stays open although it has left the list. */
export function Cases({ isDecided, session, search, opened, onOpen }: Props) {
  const [items, setItems] = useState<readonly QueueItem[] | null>(null);
  const [listedAt, setListedAt] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [hasArrived, setArrived] = useState(false);
  const isWide = useIsWide();
  const asked = useRef(0);
  const load = async (background: 'yes' | 'no') => {
    const decided = isDecided ? 'yes' : 'no';
    const own = ++asked.current;
    const at = performance.now();
    const answer = await ask(DESK_ROUTES.listCases, { query: { decided, background } });
    // the answer to a later request is newer
    if (own !== asked.current) return;
    if ('data' in answer) {
      setItems(answer.data.items);
      setListedAt(at);
    }
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
    // on arrival, and in a window that becomes wide or narrow, the first waiting case has the focus, so that Enter opens it
    const isFree = document.activeElement === document.body || document.activeElement === null;
    if (hasArrived && isFree) document.querySelector<HTMLElement>('.f-entry')?.focus();
  }, [hasArrived, isWide]);
  const shown = items?.filter((item) => fits(item, search)) ?? [];
  const ids = shown.map(({ id }) => id);
  const list = (
    <>
      <PageHead title={isDecided ? 'Decided' : 'Queue'} actions={items && <Soft>{shown.length}</Soft>} />
      <Asked asked={{ data: items, failure, load: () => load('no') }} label="Loading the queue">
        {() =>
          shown.length === 0 ? (
            <EmptyState title={search ? 'No case fits the search' : 'Nothing waits'} />
          ) : (
            <Queue items={shown} opened={opened} onOpen={onOpen} />
          )
        }
      </Asked>
    </>
  );
  const openCase = opened && (
    <Case
      key={opened}
      id={opened}
      session={session}
      listed={items && !isDecided ? { at: listedAt, item: items.find(({ id }) => id === opened) } : null}
      onBack={() => onOpen(null)}
      onChanged={() => void load('yes')}
    />
  );
  return (
    <Page width="wide">
      <ListDetail
        id="desk"
        label="Width of the list"
        initial={25}
        entries={opened && !ids.includes(opened) ? [...ids, opened] : ids}
        keyOf={(id) => id}
        named={opened ?? undefined}
        renderList={() => list}
        renderDetail={() => openCase}
        unopened={
          <EmptyState title="No case is open">
            <p>
              <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>Enter</Kbd> opens. Opening a case is written to the log.
            </p>
          </EmptyState>
        }
      />
    </Page>
  );
}
