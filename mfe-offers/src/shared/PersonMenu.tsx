import { t } from '@flint/texts';
import { Dialog, Icon, icons, Items, ItemText } from '@flint/ui';
import { useState } from 'react';
import { BlockDialog } from './BlockDialog';
import { PersonReportDialog } from './PersonReportDialog';

export interface PersonMenuProps {
  readonly person: { readonly id: string; readonly name: string };
  /** The offer that a report is about, if any. */
  readonly offerId?: string;
  readonly onClose: () => void;
}

/** Report and block in one menu, and the dialog of the chosen one. */
export function PersonMenu({ person, offerId, onClose }: PersonMenuProps) {
  const { name } = person;
  const [chosen, setChosen] = useState<'block' | 'report' | null>(null);
  if (chosen === 'block') return <BlockDialog person={person} onClose={onClose} />;
  if (chosen === 'report')
    return <PersonReportDialog person={person} {...(offerId && { offerId })} onClose={onClose} />;
  return (
    <Dialog open size="s" title={t('Report or block {name}', { name })} onClose={onClose}>
      <Items>
        <li>
          <button type="button" className="f-item" onClick={() => setChosen('report')}>
            <Icon path={icons.flag} />
            <ItemText title={t('Report {name}', { name })} />
          </button>
        </li>
        <li>
          <button type="button" className="f-item" onClick={() => setChosen('block')}>
            <Icon path={icons.block} />
            <ItemText title={t('Block {name}', { name })} />
          </button>
        </li>
      </Items>
    </Dialog>
  );
}
