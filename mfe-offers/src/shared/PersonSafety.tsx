import { t } from '@flint/texts';
import { Icon, IconButton, loadableDialog } from '@flint/ui';
import { useState } from 'react';

const BlockDialog = loadableDialog(() => import('./BlockDialog').then((module) => module.BlockDialog));
const PersonReportDialog = loadableDialog(() =>
  import('./PersonReportDialog').then((module) => module.PersonReportDialog),
);

interface PersonSafetyProps {
  readonly person: { readonly id: string; readonly name: string };
  /** The offer that a report is about, if any. */
  readonly offerId?: string;
}

/** Report and block, in the same place on every card. */
export function PersonSafety({ person, offerId }: PersonSafetyProps) {
  const [open, setOpen] = useState<'block' | 'report' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <IconButton
        label={t('Report {name}', { name: person.name })}
        icon={<Icon name="flag" />}
        onClick={() => setOpen('report')}
      />
      <IconButton
        label={t('Block {name}', { name: person.name })}
        icon={<Icon name="block" />}
        onClick={() => setOpen('block')}
      />
      {open === 'block' && <BlockDialog person={person} onClose={close} />}
      {open === 'report' && (
        <PersonReportDialog person={person} {...(offerId && { offerId })} onClose={close} />
      )}
    </>
  );
}
