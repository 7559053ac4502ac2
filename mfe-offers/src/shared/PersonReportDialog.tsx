import { GRAVE_REASONS, REPORT_REASONS } from '@flint/contracts';
import { useReportPersonMutation } from '@flint/remote-kit/data';
import { ReportForm } from './ReportForm';

interface PersonReportDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly offerId?: string;
  readonly onClose: () => void;
}

/** Report a person at any time; for grave reasons the details may be left out. */
export function PersonReportDialog({ person, offerId, onClose }: PersonReportDialogProps) {
  const [report, { isLoading }] = useReportPersonMutation();
  return (
    <ReportForm
      title={`Report ${person.name}`}
      reasonLabel="Reason"
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
        Our safety team reads every report and tells you what came of it. {person.name} is not told who
        reported, and the two of you are hidden from each other at once.
      </p>
    </ReportForm>
  );
}
