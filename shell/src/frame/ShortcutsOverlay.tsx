import { message, t } from '@flint/texts';
import { Dialog, KeyList, Stack, Switch } from '@flint/ui';
import { keepHabit, readHabit } from '@flint/ui/habits';
import { useState } from 'react';
import { navigation } from '../routing/screens';
import { PALETTE_KEYS } from './shortcut-keys';

type Rows = readonly (readonly [label: string, keys: readonly string[]])[];

const EVERYWHERE: Rows = [
  [message('Search people, offers, settings'), [PALETTE_KEYS.join(' '), '/']],
  [message('This overview'), ['?']],
  [message('Send or save a form'), [`${PALETTE_KEYS[0]} Enter`]],
];

const ofScreens = (): Rows =>
  navigation().flatMap(({ title, key }) => (key ? [[title.en, ['g', key]] as const] : []));

/** Shortcuts of lists. The buttons that they press show them, too. */
const IN_LISTS: Rows = [
  [message('Next and previous'), ['j', 'k']],
  [message('Open'), ['Enter']],
  [message('Next photo'), ['Space']],
  [message('Send a ready plan'), ['1', '2', '3']],
  [message('Choose an answer'), ['1', '–', '9']],
  [message('Invite'), ['i']],
  [message('Accept'), ['a']],
  [message('Reschedule'), ['r']],
  [message('Not for me, or decline'), ['e']],
  [message('Undo'), ['z']],
];

const translated = (of: Rows): Rows => of.map(([label, keys]) => [t(label), keys]);

/** All shortcuts, and the switch that turns off those without a modifier (WCAG 2.1.4: they disturb speech input). */
export function ShortcutsOverlay({ onClose }: { readonly onClose: () => void }) {
  const [enabled, setEnabled] = useState(readHabit('singleKeys') !== 'off');
  const handleChange = (next: boolean) => {
    keepHabit('singleKeys', next ? null : 'off');
    setEnabled(next);
  };
  return (
    <Dialog open size="l" title={t('Keyboard shortcuts')} onClose={onClose}>
      {(
        [
          [t('Everywhere'), EVERYWHERE],
          [t('Open a screen'), ofScreens()],
          [t('In lists'), IN_LISTS],
        ] as const
      ).map(([title, rows]) => (
        <Stack key={title} gap={1}>
          <h3>{title}</h3>
          <KeyList rows={translated(rows)} />
        </Stack>
      ))}
      <Switch label={t('One-key actions')} checked={enabled} onChange={handleChange} />
    </Dialog>
  );
}
