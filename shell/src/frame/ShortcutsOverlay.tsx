import { message, t } from '@flint/texts';
import { Checkbox, Dialog } from '@flint/ui';
import { navigation } from '../routing/screens';
import { Keys } from './Keys';
import { PALETTE_KEYS, setSingleKeys, useSingleKeys } from './shortcut-keys';

type Rows = readonly (readonly [label: string, keys: readonly string[]])[];

const rows = (): Rows => [
  [message('Command palette'), PALETTE_KEYS],
  [message('This overview'), ['?']],
  ...navigation().flatMap(({ title, key }) => (key ? [[title.en, ['g', key]] as const] : [])),
];

/** Keys of the lists, beside what they do; the buttons they press show them, too. */
const IN_LISTS: Rows = [
  [message('Next and previous'), ['j', 'k']],
  [message('Open'), ['Enter']],
  [message('Send a ready plan'), ['1', '2', '3']],
  [message('Invite'), ['i']],
  [message('Propose another time'), ['r']],
  [message('Not for me, or decline'), ['e']],
  [message('Undo'), ['z']],
];

function List({ of }: { readonly of: Rows }) {
  return (
    <dl className="shortcuts">
      {of.map(([label, keys]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** All keys of the frame and of lists, and the switch for those without a modifier. */
export function ShortcutsOverlay({ onClose }: { readonly onClose: () => void }) {
  const enabled = useSingleKeys();
  return (
    <Dialog open title={t('Keyboard shortcuts')} onClose={onClose}>
      <List of={rows()} />
      <h3>{t('In lists')}</h3>
      <List of={IN_LISTS} />
      <Checkbox label={t('Single-key shortcuts')} checked={enabled} onChange={setSingleKeys} />
    </Dialog>
  );
}
