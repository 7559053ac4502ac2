import { GRAVE_REASONS, LIMITS, REPORT_REASONS, WORDING, type ReportReason } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useReportPersonMutation } from '@flint/remote-kit/data';
import { Button, Dialog, Select, TextArea } from '@flint/ui';
import { useId, useState, type FormEvent } from 'react';

interface PersonReportDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly offerId?: string;
  readonly onClose: () => void;
}

const FIRST: ReportReason = 'inappropriate_behavior';

/** Report a person at any time; for grave reasons the details may be left out. */
export function PersonReportDialog({ person, offerId, onClose }: PersonReportDialogProps) {
  const { notify } = usePlatform();
  const [report, { isLoading }] = useReportPersonMutation();
  const [reason, setReason] = useState<ReportReason>(FIRST);
  const [description, setDescription] = useState('');
  const formId = useId();
  const isGrave = GRAVE_REASONS.includes(reason);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const details = description.trim();
    if (!details && !isGrave) {
      notify(WORDING.reportDetails, 'failure');
      return;
    }
    const answer = await report({
      userId: person.id,
      reason,
      ...(offerId && { offerId }),
      ...(details && { description: details }),
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
      title={`Report ${person.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isLoading}
            disabled={description.length === 0 && !isGrave}
          >
            Submit
          </Button>
        </>
      }
    >
      <form id={formId} className="o-form" onSubmit={(event) => void handleSubmit(event)}>
        <p>
          Our safety team reads every report and tells you what came of it. {person.name} is not told who
          reported, and the two of you are hidden from each other at once.
        </p>
        <Select
          label="Reason"
          value={reason}
          options={REPORT_REASONS.map((value) => ({ value, label: WORDING.reportReasons[value] }))}
          onChange={(event) => setReason(event.target.value as ReportReason)}
        />
        <TextArea
          label={isGrave ? 'Details (if you like)' : 'Details'}
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
