import { REPORT_TYPES, type Offer, type Person } from '@flint/contracts';
import { useReportOfferMutation } from '@flint/remote-kit/data';
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
      title="Report Issue"
      reasonLabel="Type"
      reasons={REPORT_TYPES}
      first={REPORT_TYPES[0]}
      busy={isLoading}
      send={(reportType, description) =>
        report({ offerId: offer.id, reportType, description, createdAt: new Date().toISOString() })
      }
      onClose={onClose}
    >
      <p>
        What went wrong with your date with {partner.name}? Our safety team reads every report. {partner.name}{' '}
        is not told, and the two of you are hidden from each other.
      </p>
    </ReportForm>
  );
}
