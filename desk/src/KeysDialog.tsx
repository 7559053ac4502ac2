import { Checkbox, Dialog, KeyList } from '@flint/ui';
import { keepHabit, readHabit } from '@flint/ui/habits';
import { useState } from 'react';

const KEYS: readonly (readonly [string, readonly string[]])[] = [
  ['Next case', ['j']],
  ['Case before', ['k']],
  ['Open the case', ['Enter']],
  ['Show something sealed, with a reason', ['s']],
  ['Choose what follows', ['1', '–', '5']],
  ['Read the letters', ['l']],
  ['Approve a proposed ban', ['a']],
  ['Send it back', ['b']],
  ['Take back what is about to be sent', ['z']],
  ['Search; Ctrl K as well', ['/']],
  ['Decide', ['Ctrl', 'Enter']],
  ['This list', ['?']],
];

/** The list of keys, and a switch for single-key shortcuts. */
export function KeysDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [isOn, setOn] = useState(() => readHabit('singleKeys') !== 'off');
  const handleChange = (on: boolean) => {
    keepHabit('singleKeys', on ? null : 'off');
    setOn(on);
  };
  return (
    <Dialog open={open} title="Keys" onClose={onClose}>
      <KeyList rows={KEYS} />
      <Checkbox label="One-key actions" checked={isOn} onChange={handleChange} />
    </Dialog>
  );
}
