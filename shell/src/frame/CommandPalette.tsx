import {
  useDeferredValue,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { usePlatform, useUser } from '@flint/remote-kit';
import { chooseLanguage, language, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Icon, Keys } from '@flint/ui';
import { allCommands, matchingCommands, type Command } from './commands';
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

/** The command palette: everything the frame can do, found by typing. */
export function CommandPalette({ typedAhead, signOut, onShortcuts, onRemotes, onClose }: Props) {
  const { navigation } = usePlatform();
  const { id: userId } = useUser();
  const [own, setOwn] = useState<readonly Command[]>([]);
  const general = allCommands({
    navigation,
    signOut,
    showShortcuts: onShortcuts,
    showRemotes: isTesterPage() ? onRemotes : undefined,
    language: language(),
    chooseLanguage,
  });
  const commands = [...own, ...general];
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  // render the field first, so that it gets the next key; then the list
  const isListed = useDeferredValue(true, false);
  const listId = useId();
  const found = matchingCommands(commands, typed);
  const current = found[Math.min(active, found.length - 1)];
  const optionId = (command: Command) => `${listId}-${command.id}`;

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const isClosed = useRef(false);
  const replay = useEffectEvent(() => {
    const [words = '', entered] = typedAhead().split('\n');
    setTyped(words);
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
      setActive((Math.min(active, found.length - 1) + step + found.length) % found.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(current);
    }
  };

  return (
    <ModalDialog label={t('Command palette')} className="palette" onClose={onClose}>
      <div className="palette__field f-line f-gap-3">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={t('Command')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && optionId(current)}
          aria-autocomplete="list"
          placeholder={t('People, offers, settings, screens…')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('Commands')} className="palette__list">
        {(isListed ? found : []).map((command) => (
          <button
            type="button"
            key={command.id}
            className="f-line f-gap-3"
            id={optionId(command)}
            role="option"
            tabIndex={-1}
            aria-selected={command === current}
            onMouseMove={() => setActive(found.indexOf(command))}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span translate={command.own ? 'no' : undefined}>{command.words ?? command.label}</span>
            {command.keys && <Keys keys={command.keys} />}
          </button>
        ))}
      </div>
      {found.length === 0 && (
        <p className="palette__none" role="status">
          {rich('No results for “{typed}”', { typed: <span translate="no">{typed}</span> })}
        </p>
      )}
    </ModalDialog>
  );
}
