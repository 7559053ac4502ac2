import { REPORT_TYPES, type Offer, type Person } from '@flint/contracts';
import { useReportOfferMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { ReportForm } from '../shared/ReportForm';

interface ReportDialogProps {
  readonly offer: Offer;
  readonly partner: Person;
  readonly onClose: () => void;
}

/** Report Issue (spec 5, 8, 9): a type, No Show unless chosen, and details that are required. */
export function ReportDialog({ offer, partner, onClose }: ReportDialogProps) {
  const [report, { isLoading }] = useReportOfferMutation();
  return (
    <ReportForm
      title={t('Report Issue')}
      draftName={`report:${offer.id}`}
      reasonLabel={t('Type')}
      reasons={REPORT_TYPES}
      first={REPORT_TYPES[0]}
      busy={isLoading}
      send={(reportType, description) =>
        report({ offerId: offer.id, reportType, description, createdAt: new Date().toISOString() })
      }
      onClose={onClose}
    >
      <p>
        {partner.id === null
          ? t(
              'What went wrong with your date? Our safety team reads every report. If this student comes back, the two of you stay hidden from each other.',
            )
          : rich(
              'What went wrong with your date with {name}? Our safety team reads every report. {name} is not told, and the two of you are hidden from each other.',
              { name: <span translate="no">{partner.name}</span> },
            )}
      </p>
    </ReportForm>
  );
}
