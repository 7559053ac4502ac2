import {
  useDeferredValue,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { usePlatform, useUser } from '@flint/remote-kit';
import { chooseLanguage, fold, language, message, t } from '@flint/texts';
import { longDate, timeAlone } from '@flint/texts/dates';
import { rich } from '@flint/texts/react';
import { dayAndTime } from '@flint/texts/short-dates';
import { Avatar, Icon, icons, Keys } from '@flint/ui';
import { useNextDate } from '../platform/news';
import { openedData } from '../platform/opened-data';
import {
  allCommands,
  groupOf,
  GROUPS,
  matchingCommands,
  mayStandInside,
  wordsOf,
  type Command,
} from './commands';
import { findable } from './findable';
import { ModalDialog } from './ModalDialog';
import { isTesterPage } from './remotes/overview';

interface Props {
  /** Returns the keys typed before this code was loaded; a line feed stands for Enter. */
  readonly typedAhead: () => string;
  readonly signOut: (scope: 'local' | 'global') => void;
  readonly onShortcuts: () => void;
  readonly onRemotes: () => void;
  readonly onClose: () => void;
}

const HINTS = [
  [['↑', '↓'], message('move')],
  [['↵'], message('open')],
  [['Esc'], message('close')],
] as const;

/** Where the style sheets show keys. */
const hasKeys = () => !globalThis.matchMedia?.('(hover: none), (max-width: 43.75em)').matches;

/** The words of a row, with what is typed marked where it counts: at the beginning of a word, or inside a name. */
function wordsIn({ label, words = label, person }: Command, typed: string): ReactNode {
  const wanted = wordsOf(typed)
    .map((each) => (person || mayStandInside(each) ? each : `(?<![\\p{L}\\p{N}:])${each}`))
    .join('|');
  // a few letters are longer or shorter without their accent
  if (!wanted || typeof words !== 'string' || fold(words).length !== words.length) return words;
  let end = 0;
  return fold(words)
    .split(new RegExp(`(${wanted})`, 'u'))
    .map((part, i) => {
      const own = words.slice(end, (end += part.length));
      return i % 2 === 1 ? <mark key={end}>{own}</mark> : own;
    });
}

/** The command palette: everything the frame can do, found by typing. */
export function CommandPalette({ typedAhead, signOut, onShortcuts, onRemotes, onClose }: Props) {
  const { navigation } = usePlatform();
  const { id: userId } = useUser();
  const [own, setOwn] = useState<readonly Command[]>();
  const general = allCommands({
    navigation,
    signOut,
    showShortcuts: hasKeys() ? onShortcuts : undefined,
    showRemotes: isTesterPage() ? onRemotes : undefined,
    language: language(),
    chooseLanguage,
  });
  const date = useNextDate();
  // a date comes with the data
  const today = openedData()?.module.serverNow();
  const next: Command[] =
    date && today
      ? [
          {
            id: 'next-date',
            group: 'date',
            label: [date.name, longDate(date.time), timeAlone(date.time)].join(', '),
            words: `${date.name}, ${dayAndTime(date.time, today)}`,
            own: true,
            icon: icons.calendar,
            person: date,
            run: () => navigation.goTo('offers', { date: date.offerId }),
          },
        ]
      : [];
  const commands = [...next, ...(own ?? []), ...general];
  const [typed, setTyped] = useState('');
  // by its id: what is found later does not move what was chosen, typed for, or first once all was found
  const [active, setActive] = useState('');
  // render the field first, so that it gets the next key; then the list
  const isListed = useDeferredValue(true, false);
  const listId = useId();
  const found = matchingCommands(commands, typed);
  const at = Math.max(
    0,
    found.findIndex(({ id }) => id === active),
  );
  const current = found[at];
  if (own && current && !active) setActive(current.id);
  const optionId = (command: Command) => `${listId}-${command.id}`;

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const search = (words: string) => {
    setTyped(words);
    setActive((words && matchingCommands(commands, words)[0]?.id) || '');
  };
  const isClosed = useRef(false);
  const replay = useEffectEvent(() => {
    const [words = '', entered] = typedAhead().split('\n');
    search(words);
    if (entered === undefined) return null;
    const [first] = matchingCommands(general, words);
    run(first);
    // it may be a name that is not loaded yet
    return first ? null : words;
  });
  const takeOwn = useEffectEvent((found: readonly Command[], entered: string | null) => {
    if (isClosed.current) return;
    setOwn(found);
    if (entered !== null) run(matchingCommands(found, entered)[0]);
  });
  const find = useEffectEvent(() => findable(navigation, userId));
  // in a layout effect, so that the next key is inserted after it
  useLayoutEffect(() => {
    isClosed.current = false;
    const entered = replay();
    find().then(
      (found) => takeOwn(found, entered),
      () => undefined, // offline: only commands are found
    );
    return () => void (isClosed.current = true);
  }, []);
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive(found[(at + step + found.length) % found.length]!.id);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(current);
    }
  };

  return (
    <ModalDialog label={t('Command palette')} className="palette" onClose={onClose}>
      <div className="palette__field f-line f-gap-3">
        <Icon path={icons.search} />
        <input
          type="text"
          role="combobox"
          aria-label={t('Command')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && optionId(current)}
          aria-autocomplete="list"
          placeholder={t('Search people, offers, settings')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => search(event.target.value)}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('Commands')} className="palette__list">
        {(isListed ? (Object.keys(GROUPS) as (keyof typeof GROUPS)[]) : []).map((group) => {
          const rows = found.filter((command) => groupOf(command) === group);
          if (rows.length === 0) return null;
          return (
            <div key={group} role="group" aria-label={t(GROUPS[group])}>
              <p className="f-label" aria-hidden="true">
                {t(GROUPS[group])}
              </p>
              {rows.map((command) => (
                <button
                  type="button"
                  key={command.id}
                  className="f-line f-gap-3"
                  id={optionId(command)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={command === current}
                  // the date in long format (spec 9)
                  title={command.own ? command.label : undefined}
                  translate={command.own ? 'no' : undefined}
                  onMouseMove={() => setActive(command.id)}
                  onClick={() => run(command)}
                >
                  {command.person ? (
                    <span className="f-center" aria-hidden="true">
                      <Avatar {...command.person} size="s" />
                    </span>
                  ) : (
                    <Icon path={command.icon} />
                  )}
                  <span className="f-grow">
                    <span>{wordsIn(command, typed)}</span>
                  </span>
                  {command.keys && <Keys keys={command.keys} />}
                </button>
              ))}
            </div>
          );
        })}
      </div>
      {found.length === 0 && (
        <div className="palette__list" role="status">
          <p>{rich('No results for “{typed}”', { typed: <span translate="no">{typed}</span> })}</p>
        </div>
      )}
      <p className="palette__keys f-line f-gap-5" aria-hidden="true">
        {HINTS.map(([keys, text]) => (
          <span key={text} className="f-line f-gap-1">
            <Keys keys={keys} /> {t(text)}
          </span>
        ))}
      </p>
    </ModalDialog>
  );
}
