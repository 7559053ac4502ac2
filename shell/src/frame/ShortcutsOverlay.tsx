import { NAVIGATION, SCREENS } from '../routing/screens';
import { Keys } from './CommandPalette';
import { Icon } from './icons';
import { ModalDialog } from './ModalDialog';
import { setSingleKeys, useSingleKeys } from './shortcut-keys';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
export const PALETTE_KEYS = [isMac ? '⌘' : 'Ctrl', 'K'];

const ROWS: readonly (readonly [label: string, keys: readonly string[]])[] = [
  ['Command palette', PALETTE_KEYS],
  ['This overview', ['?']],
  ...NAVIGATION.map((screen) => [SCREENS[screen].label, ['g', SCREENS[screen].key]] as const),
];

/** All keys of the frame, and the switch for those without a modifier. */
export function ShortcutsOverlay({ onClose }: { readonly onClose: () => void }) {
  const enabled = useSingleKeys();
  return (
    <ModalDialog label="Keyboard shortcuts" className="shortcuts" onClose={onClose}>
      <header>
        <h2>Keyboard shortcuts</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <dl>
        {ROWS.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <label className="shortcuts__switch">
        <input type="checkbox" checked={enabled} onChange={(event) => setSingleKeys(event.target.checked)} />
        Single-key shortcuts
      </label>
    </ModalDialog>
  );
}
