import { t } from '@flint/texts';
import { Dialog, Icon, IconButton, Items, ItemText, loadableDialog } from '@flint/ui';
import { useState } from 'react';

const BlockDialog = loadableDialog(() => import('./BlockDialog').then((module) => module.BlockDialog));
const PersonReportDialog = loadableDialog(() =>
  import('./PersonReportDialog').then((module) => module.PersonReportDialog),
);

interface PersonSafetyProps {
  readonly person: { readonly id: string; readonly name: string };
  /** The offer that a report is about, if any. */
  readonly offerId?: string;
  /** Whether the card itself has a button to report. */
  readonly isReportedElsewhere?: boolean;
}

/** Report and block, in one menu in the same place on every card. */
export function PersonSafety({ person, offerId, isReportedElsewhere = false }: PersonSafetyProps) {
  const { name } = person;
  const [open, setOpen] = useState<'menu' | 'block' | 'report' | null>(null);
  // the menu's close event is delayed: it must not close the dialog that was opened meanwhile
  const close = (which: typeof open) => setOpen((current) => (current === which ? null : current));
  return (
    <>
      <IconButton
        label={t('Report or block {name}', { name })}
        icon={<Icon name="more" />}
        onClick={() => setOpen('menu')}
      />
      {open === 'menu' && (
        <Dialog open size="s" title={t('Report or block {name}', { name })} onClose={() => close('menu')}>
          <Items>
            {!isReportedElsewhere && (
              <li>
                <button type="button" className="f-item" onClick={() => setOpen('report')}>
                  <Icon name="flag" />
                  <ItemText title={t('Report {name}', { name })} />
                </button>
              </li>
            )}
            <li>
              <button type="button" className="f-item" onClick={() => setOpen('block')}>
                <Icon name="block" />
                <ItemText title={t('Block {name}', { name })} />
              </button>
            </li>
          </Items>
        </Dialog>
      )}
      {open === 'block' && <BlockDialog person={person} onClose={() => close('block')} />}
      {open === 'report' && (
        <PersonReportDialog person={person} {...(offerId && { offerId })} onClose={() => close('report')} />
      )}
    </>
  );
}
