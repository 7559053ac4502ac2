import { DESK_ROUTES, type DeskSession } from '@flint/contracts/desk';
import { Avatar, Icon, IconButton, type IconPath, icons, Wordmark } from '@flint/ui';
import { sendActs } from '@flint/remote-kit/data';
import { useEffect, useState } from 'react';
import { ask } from './ask';
import { KeysDialog } from './KeysDialog';
import { setProblem } from './problems';
import { StatusLine } from './StatusLine';
import { useDeskKeys } from './use-desk-keys';
import { useLog } from './use-log';
import { Cases } from './views/Cases';
import { Held } from './views/Held';
import { Jobs } from './views/Jobs';
import { Log } from './views/Log';

export type View = 'queue' | 'decided' | 'held' | 'jobs' | 'log';

const VIEWS: readonly (readonly [View, string, IconPath])[] = [
  ['queue', 'Queue', icons.flag],
  ['decided', 'Decided', icons.check],
  ['held', 'Held mailboxes', icons.mail],
  ['jobs', 'Waiting work', icons.clock],
  ['log', 'Verified log', icons.shield],
];

const SIGN_OUT = 'sign-out';

interface Props {
  readonly session: DeskSession;
  readonly onSignedOut: () => void;
}

/** The frame of the desk: title, navigation, the current view and the status line. */
export function Workplace({ session, onSignedOut }: Props) {
  const [view, setView] = useState<View>('queue');
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const log = useLog();
  useDeskKeys(() => setHelpOpen(true));
  // the session has ended after all
  useEffect(() => () => setProblem(SIGN_OUT, null), []);
  const signOut = async () => {
    setProblem(SIGN_OUT, null);
    // actions need the session; those that failed are shown
    if (!(await sendActs())) return;
    const answer = await ask(DESK_ROUTES.endSession);
    if ('data' in answer) onSignedOut();
    // a 401 has led to the sign-in page
    else if (answer.failure.status !== 401)
      setProblem(SIGN_OUT, `You are still signed in. ${answer.failure.text}`);
  };
  const openCase = (id: string) => {
    setOpened(id);
    setView('queue');
  };
  return (
    <div className="desk">
      <header className="title">
        <p className="brand f-row f-gap-3">
          <Wordmark name="Flint" size={22} />
          <span>Safety desk</span>
        </p>
        <label className="search f-line f-gap-2">
          <Icon path={icons.search} size={16} />
          <span className="f-visually-hidden">Search cases and measures</span>
          <input
            id="desk-search"
            type="search"
            placeholder="Search cases and measures"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <kbd aria-hidden="true">/</kbd>
        </label>
        <div className="f-row f-gap-2 f-soft">
          <span translate="no">{session.operator}</span>
          <Avatar name={session.operator} size="s" />
          <IconButton label="Sign out" icon={<Icon path={icons.logout} />} onClick={() => void signOut()} />
        </div>
      </header>
      <nav className="rail" aria-label="Desk">
        {VIEWS.map(([id, label, icon]) => (
          <IconButton
            key={id}
            label={label}
            icon={<Icon path={icon} />}
            aria-current={view === id ? 'page' : undefined}
            onClick={() => {
              setView(id);
              if (id === 'log') void log.check();
            }}
          />
        ))}
        <IconButton
          label="All keys"
          icon={<Icon path={icons.keyboard} />}
          onClick={() => setHelpOpen(true)}
        />
      </nav>
      {/* it scrolls, also where nothing in it takes the focus */}
      <main className="sheet" tabIndex={0}>
        {view === 'held' && <Held onOpen={openCase} />}
        {view === 'jobs' && <Jobs />}
        {view === 'log' && <Log log={log} />}
        {(view === 'queue' || view === 'decided') && (
          <Cases
            key={view}
            isDecided={view === 'decided'}
            session={session}
            search={search}
            opened={opened}
            onOpen={setOpened}
          />
        )}
      </main>
      <StatusLine session={session} log={log} />
      <KeysDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
