import { t } from '@flint/texts';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { classes } from '../classes';
import { readDevice, storeOnDevice } from '../on-device';
import './Split.css';

interface SplitViewProps {
  /** The storage name of the width, e.g. 'offers'. */
  readonly id: string;
  /** The separator's label, e.g. 'Width of the list'. */
  readonly label: string;
  /** The pane on the left, usually a list. */
  readonly start: ReactNode;
  /** The pane on the right, usually the selected entry. */
  readonly end: ReactNode;
  /** The key of the right pane's content: a new key scrolls it to the top. */
  readonly shown?: string;
  /** The only visible pane below 56.25 em. */
  readonly narrow?: 'start' | 'end';
  /** Share of the left pane in percent before the separator is moved. */
  readonly initial?: number;
}

const MIN = 25;
const MAX = 70;
const STEP = 2;
const BIG_STEP = 10;
const keyOf = (id: string) => `flint.split.${id}`;
const within = (share: number) => Math.round(Math.min(MAX, Math.max(MIN, share)));

/**
 * Two panes with a separator between them (WAI-ARIA APG, Window Splitter): drag it, or focus it and use the arrows
 * (Shift for larger steps), Home and End; Enter collapses and restores the left pane, a double click resets.
 * The device stores the width in percent. If a page has nothing else, the panes fill the window and scroll instead of the page. Below 56.25 em there is one pane.
 */
export function SplitView({ id, label, start, end, shown, narrow = 'start', initial = 31 }: SplitViewProps) {
  const paneId = useId();
  const panes = useRef<HTMLDivElement>(null);
  const before = useRef<number | null>(null);
  const [share, setShare] = useState(() => within(Number(readDevice(keyOf(id))) || initial));
  const [dragging, setDragging] = useState(false);
  const endPane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (endPane.current) endPane.current.scrollTop = 0;
  }, [shown]);

  const moveTo = (next: number) => {
    setShare(within(next));
    storeOnDevice(keyOf(id), within(next));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? BIG_STEP : STEP;
    const next = {
      ArrowLeft: share - step,
      ArrowRight: share + step,
      Home: MIN,
      End: MAX,
      Enter: share === MIN ? (before.current ?? initial) : MIN,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    before.current = event.key === 'Enter' && share !== MIN ? share : null;
    moveTo(next);
  };
  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
  };
  const handlePointerMove = (event: PointerEvent) => {
    const box = panes.current?.getBoundingClientRect();
    if (dragging && box && box.width > 0) moveTo(((event.clientX - box.left) / box.width) * 100);
  };

  return (
    <div
      ref={panes}
      className={classes('f-split', `f-split--${narrow}`, dragging && 'f-split--dragging')}
      style={{ '--f-split': `${share}%` } as object}
    >
      <div id={paneId} className="f-split__start">
        {start}
      </div>
      <div
        role="separator"
        tabIndex={0}
        className="f-split__separator"
        aria-label={label}
        aria-orientation="vertical"
        aria-controls={paneId}
        aria-valuemin={MIN}
        aria-valuemax={MAX}
        aria-valuenow={share}
        aria-valuetext={t('{share} percent', { share })}
        onKeyDown={handleKeyDown}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onLostPointerCapture={() => setDragging(false)}
        onDoubleClick={() => moveTo(initial)}
      />
      <div ref={endPane} className="f-split__end">
        {end}
      </div>
    </div>
  );
}
