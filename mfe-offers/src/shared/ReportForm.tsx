import { LIMITS, WORDING, type ReportReason } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useUnsavedForm } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { FormDialog, Select, TextArea } from '@flint/ui';
import type { ReactNode } from 'react';

interface ReportFormProps<Reason extends ReportReason> {
  readonly title: string;
  /** Name of the draft: the text survives the dialog until it is sent. */
  readonly draftName: string;
  /** What happens with the report. */
  readonly children: ReactNode;
  readonly reasonLabel: string;
  readonly reasons: readonly Reason[];
  readonly first: Reason;
  /** Whether details are optional for this reason; required by default. */
  readonly detailsOptional?: (reason: Reason) => boolean;
  readonly busy: boolean;
  readonly send: (reason: Reason, details: string) => Promise<{ readonly error?: unknown }>;
  readonly onClose: () => void;
}

/** A report in a dialog: a reason, and details in words (spec 5, 8, 9). */
export function ReportForm<Reason extends ReportReason>({
  title,
  draftName,
  children,
  reasonLabel,
  reasons,
  first,
  detailsOptional = () => false,
  busy,
  send,
  onClose,
}: ReportFormProps<Reason>) {
  const { notify } = usePlatform();
  const [typed, change, dropDraft] = useUnsavedForm(draftName, { reason: '', description: '' });
  const { description } = typed;
  const reason = reasons.find((each) => each === typed.reason) ?? first;
  const isOptional = detailsOptional(reason);

  const handleSubmit = async () => {
    const details = description.trim();
    if (!details && !isOptional) return notify(t(WORDING.reportDetails), 'failure');
    const answer = await send(reason, details);
    if ('error' in answer) return notify(t(WORDING.reportFailed), 'failure');
    dropDraft();
    notify(t(WORDING.reportSubmitted), 'success');
    onClose();
  };

  return (
    <FormDialog
      title={title}
      submitLabel={t('Submit')}
      busy={busy}
      ready={description.length > 0 || isOptional}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      {children}
      <Select
        label={reasonLabel}
        value={reason}
        options={reasons.map((value) => ({ value, label: t(WORDING.reportReasons[value]) }))}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <TextArea
        label={isOptional ? t('Details (if you like)') : t('Details')}
        value={description}
        maxLength={LIMITS.reportDescriptionMax}
        counter
        placeholder={t('What happened, and when?')}
        hint={!isOptional && t('Required')}
        onChange={(event) => change({ description: event.target.value })}
      />
    </FormDialog>
  );
}
