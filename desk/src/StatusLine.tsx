import type { DeskSession } from '@flint/contracts/desk';
import { Keys } from '@flint/ui';
import { useOnline } from '@flint/ui/online';
import { clockOf } from './times';
import type { LogState } from './use-log';

interface Props {
  readonly session: DeskSession;
  readonly log: LogState;
}

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['j', 'k'], 'move'],
  [['s'], 'show with a reason'],
  [['1', '–', '5'], 'measure'],
  [['l'], 'letters'],
  [['?'], 'all keys'],
];

function logText({ page, checkedAt }: LogState): string {
  if (!page || !checkedAt) return 'Log not checked yet';
  if (page.problem) return `The log is not whole: ${page.problem}`;
  return `Log verified at ${clockOf(checkedAt)}, ${page.count.toLocaleString('en-US')} entries`;
}

/** The current state, and the keys of this view. */
export function StatusLine({ session, log }: Props) {
  const isOnline = useOnline();
  return (
    <footer className="status f-row f-gap-4 f-soft">
      <span className="f-dot" data-state={isOnline ? 'on' : 'off'}>
        {isOnline ? 'Connected' : 'Offline'}
      </span>
      <span data-state={log.page?.problem ? 'off' : 'on'}>{logText(log)}</span>
      <span>Signed in with a second factor until {clockOf(session.until)}</span>
      <div className="status__keys">
        {KEYS.map(([keys, what]) => (
          <span key={what}>
            <Keys keys={keys} /> {what}
          </span>
        ))}
      </div>
    </footer>
  );
}
