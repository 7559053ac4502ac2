import { message, t } from '@flint/texts';
import { Checkbox, Dialog } from '@flint/ui';
import { navigation } from '../routing/screens';
import { Keys } from './Keys';
import { PALETTE_KEYS, setSingleKeys, useSingleKeys } from './shortcut-keys';

const rows = (): readonly (readonly [label: string, keys: readonly string[]])[] => [
  [message('Command palette'), PALETTE_KEYS],
  [message('This overview'), ['?']],
  ...navigation().flatMap(({ title, key }) => (key ? [[title.en, ['g', key]] as const] : [])),
];

/** All keys of the frame, and the switch for those without a modifier. */
export function ShortcutsOverlay({ onClose }: { readonly onClose: () => void }) {
  const enabled = useSingleKeys();
  return (
    <Dialog open title={t('Keyboard shortcuts')} onClose={onClose}>
      <dl className="shortcuts">
        {rows().map(([label, keys]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox label={t('Single-key shortcuts')} checked={enabled} onChange={setSingleKeys} />
    </Dialog>
  );
}
