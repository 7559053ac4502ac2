import { LIMITS, REPORT_TYPES, WORDING, type Offer, type Person, type ReportType } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useReportOfferMutation } from '@flint/remote-kit/data';
import { Button, Dialog, Select, TextArea } from '@flint/ui';
import { useId, useState, type FormEvent } from 'react';

interface ReportDialogProps {
  readonly offer: Offer;
  readonly partner: Person;
  readonly onClose: () => void;
}

/** Report Issue (spec 5, 8, 9): a type, No Show unless chosen, and details that are required. */
export function ReportDialog({ offer, partner, onClose }: ReportDialogProps) {
  const { notify } = usePlatform();
  const [report, { isLoading }] = useReportOfferMutation();
  const [reportType, setReportType] = useState<ReportType>(REPORT_TYPES[0]);
  const [description, setDescription] = useState('');
  const formId = useId();

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!description.trim()) {
      notify(WORDING.reportDetails, 'failure');
      return;
    }
    const answer = await report({
      offerId: offer.id,
      reportType,
      description: description.trim(),
      createdAt: new Date().toISOString(),
    });
    if ('error' in answer) {
      notify(WORDING.reportFailed, 'failure');
      return;
    }
    notify(WORDING.reportSubmitted, 'success');
    onClose();
  };

  return (
    <Dialog
      open
      title="Report Issue"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isLoading}
            disabled={description.length === 0}
          >
            Submit
          </Button>
        </>
      }
    >
      <form id={formId} className="o-form" onSubmit={(event) => void handleSubmit(event)}>
        <p>
          What went wrong with your date with {partner.name}? Our safety team reads every report.{' '}
          {partner.name} is not told, and the two of you are hidden from each other.
        </p>
        <Select
          label="Type"
          value={reportType}
          options={REPORT_TYPES.map((value) => ({ value, label: WORDING.reportReasons[value] }))}
          onChange={(event) => setReportType(event.target.value as ReportType)}
        />
        <TextArea
          label="Details"
          value={description}
          maxLength={LIMITS.reportDescriptionMax}
          counter
          placeholder="What happened, and when?"
          onChange={(event) => setDescription(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
