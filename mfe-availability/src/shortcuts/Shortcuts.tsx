import { usePlatform } from '@flint/remote-kit';
import { holdAct, serverNow } from '@flint/remote-kit/data';
import { plural, t } from '@flint/texts';
import { Button, loadableDialog, Row } from '@flint/ui';
import { useRef, useState } from 'react';
import { allCells, type UndoableChange, type WeekStore } from '../week-store';
import { EVENINGS, WEEKENDS } from './patterns';

const CopyDayDialog = loadableDialog(() => import('./CopyDayDialog').then((module) => module.CopyDayDialog));

/** Scrolls to a cell that a shortcut set: on a phone, an evening is below the fold. */
function showCell(cell: number): void {
  const mayMove = window.matchMedia?.('(prefers-reduced-motion: no-preference)').matches;
  const shown = document.querySelector(`[data-cell="${cell}"]`);
  shown?.scrollIntoView?.({ block: 'center', behavior: mayMove ? 'smooth' : 'auto' });
}

interface ShortcutsProps {
  readonly store: WeekStore;
  /** The zone of the week. */
  readonly timezone: string;
  readonly change: UndoableChange;
  readonly isEmpty: boolean;
}

/** Buttons that set many hours at once; the live count announces each change. */
export function Shortcuts({ store, timezone, change, isEmpty }: ShortcutsProps) {
  const { notify } = usePlatform();
  const [copying, setCopying] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const handleFile = async (picked: File | undefined) => {
    if (!picked) return;
    try {
      const { busyCells } = await import('./busy-cells');
      const busy = [...busyCells(await picked.text(), timezone, new Date(serverNow()))].filter(store.has);
      const undo = change(() => store.change(busy, false));
      const text = plural(
        busy.length,
        'Took {n} busy hour of your calendar out of the week. The file never left this device.',
        'Took {n} busy hours of your calendar out of the week. The file never left this device.',
      );
      holdAct({ key: 'import', text, undo });
    } catch {
      notify(t('This file could not be read as a calendar (.ics).'), 'failure');
    }
  };
  const handlePattern = (cells: readonly number[]) => {
    store.change(cells, true);
    showCell(cells[0]!);
  };
  const handleClear = () => {
    if (isEmpty) return;
    const undo = change(() => store.change(allCells(), false));
    holdAct({ key: 'clear', text: t('The week is cleared'), undo });
  };
  return (
    <Row gap={1} scrolls role="group" aria-label={t('Shortcuts')} className="availability__shortcuts">
      <Button size="s" onClick={() => handlePattern(EVENINGS)}>
        {t('Evenings')}
      </Button>
      <Button size="s" onClick={() => handlePattern(WEEKENDS)}>
        {t('Weekends')}
      </Button>
      <Button size="s" onClick={() => setCopying(true)}>
        {t('Copy a day')}
      </Button>
      <Button size="s" onClick={() => file.current?.click()}>
        {t('Import calendar')}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".ics,text/calendar"
        className="f-visually-hidden"
        aria-label={t('Calendar file')}
        tabIndex={-1}
        onChange={({ target }) => {
          void handleFile(target.files?.[0]);
          // the same file can be picked again
          target.value = '';
        }}
      />
      {/* a press empties the week: one that is `disabled` then would lose the focus */}
      <Button size="s" variant="quiet" aria-disabled={isEmpty || undefined} onClick={handleClear}>
        {t('Clear')}
      </Button>
      {copying && <CopyDayDialog store={store} change={change} onClose={() => setCopying(false)} />}
    </Row>
  );
}
