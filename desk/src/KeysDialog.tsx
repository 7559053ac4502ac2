import { Checkbox, Dialog, Kbd } from '@flint/ui';
import { keepHabit, readHabit } from '@flint/ui/habits';
import { useState } from 'react';

const KEYS: readonly (readonly [string, string])[] = [
  ['j', 'Next case'],
  ['k', 'Case before'],
  ['Enter', 'Open the case'],
  ['s', 'Show something sealed, with a reason'],
  ['1 – 5', 'Choose what follows'],
  ['l', 'Read the letters'],
  ['a', 'Approve a proposed ban'],
  ['b', 'Send it back'],
  ['z', 'Take back what is about to be sent'],
  ['/', 'Search; Ctrl K as well'],
  ['Ctrl Enter', 'Decide'],
  ['?', 'This list'],
];

/** The list of keys, and a switch for single-key shortcuts. */
export function KeysDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [isOn, setOn] = useState(() => readHabit('singleKeys') !== 'off');
  const handleChange = (on: boolean) => {
    keepHabit('singleKeys', on ? null : 'off');
    setOn(on);
  };
  return (
    <Dialog open={open} title="Keys" onClose={onClose} size="s">
      <dl className="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label="One-key actions" checked={isOn} onChange={handleChange} />
    </Dialog>
  );
}
