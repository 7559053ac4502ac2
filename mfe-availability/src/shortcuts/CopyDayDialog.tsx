import { cellOf, HOURS } from '@flint/contracts/week/index';
import { holdAct } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Chips, Dialog, Select } from '@flint/ui';
import { useState } from 'react';
import type { UndoableChange, WeekStore } from '../week-store';
import { weekWords } from '../words';

interface CopyDayDialogProps {
  readonly store: WeekStore;
  readonly change: UndoableChange;
  readonly onClose: () => void;
}

/** Copies the hours of one day to others. */
export function CopyDayDialog({ store, change, onClose }: CopyDayDialogProps) {
  const [from, setFrom] = useState('1');
  const [to, setTo] = useState<string[]>(['2', '3', '4', '5']);
  const days = weekWords().days.map((label, day) => ({ value: String(day), label }));
  const handleCopy = () => {
    const undo = change(() => {
      for (const day of to.map(Number)) {
        for (let hour = 0; hour < HOURS; hour++)
          store.change([cellOf(day, hour)], store.has(cellOf(Number(from), hour)));
      }
    });
    holdAct({ key: 'copy', text: t('The day is copied'), undo });
    onClose();
  };
  return (
    <Dialog
      open
      title={t('Copy a day')}
      size="s"
      onClose={onClose}
      actions={
        <Button variant="primary" disabled={to.length === 0} onClick={handleCopy}>
          {t('Copy')}
        </Button>
      }
    >
      <Select
        label={t('From')}
        options={days}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <Chips
        legend={t('To')}
        options={days.filter(({ value }) => value !== from)}
        values={to.filter((value) => value !== from)}
        onChange={setTo}
      />
    </Dialog>
  );
}
