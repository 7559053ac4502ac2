import { GRAVE_REASONS, REPORT_REASONS } from '@flint/contracts';
import { useReportPersonMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { ReportForm } from './ReportForm';

interface PersonReportDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly offerId?: string;
  readonly onClose: () => void;
}

/** Reports a person; for serious reasons the details are optional. */
export function PersonReportDialog({ person, offerId, onClose }: PersonReportDialogProps) {
  const [report, { isLoading }] = useReportPersonMutation();
  return (
    <ReportForm
      title={t('Report {name}', { name: person.name })}
      draftName={`report-person:${person.id}`}
      reasonLabel={t('Reason')}
      reasons={REPORT_REASONS}
      first="inappropriate_behavior"
      detailsOptional={(reason) => GRAVE_REASONS.includes(reason)}
      busy={isLoading}
      send={(reason, description) =>
        report({
          userId: person.id,
          reason,
          ...(offerId && { offerId }),
          ...(description && { description }),
        })
      }
      onClose={onClose}
    >
      <p>
        {rich(
          'Our safety team reads every report and lets you know the outcome. {name} is not told who reported, and the two of you are hidden from each other at once.',
          { name: <span translate="no">{person.name}</span> },
        )}
      </p>
    </ReportForm>
  );
}
