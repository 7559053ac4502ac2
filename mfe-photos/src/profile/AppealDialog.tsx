import { LIMITS } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useAppealNoticeMutation, useUnsavedForm } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { FormDialog, Notice, TextArea } from '@flint/ui';
import { useRef } from 'react';

interface AppealDialogProps {
  readonly noticeId: string;
  readonly onClose: () => void;
}

/** The one appeal against a decision. */
export function AppealDialog({ noticeId, onClose }: AppealDialogProps) {
  const { notify } = usePlatform();
  const [{ text }, change, dropDraft] = useUnsavedForm(`appeal:${noticeId}`, { text: '' });
  const [appeal, { isLoading, error }] = useAppealNoticeMutation();
  const isUnanswered = useRef(false);
  const handleSend = async () => {
    const { error: refusal } = await appeal({ params: { id: noticeId }, body: { text: text.trim() } });
    const failure = asCallFailure(refusal);
    // an earlier attempt arrived, but its answer was lost
    const isSent = isUnanswered.current && failure?.code === 'appeal_used';
    isUnanswered.current ||= failure !== null && (failure.status === 0 || failure.status >= 500);
    if (refusal && !isSent) return;
    dropDraft();
    notify(t('Your appeal was sent.'), 'success');
    onClose();
  };
  return (
    <FormDialog
      title={t('Appeal this decision')}
      submitLabel={t('Send')}
      busy={isLoading}
      ready={text.trim() !== ''}
      onClose={onClose}
      onSubmit={handleSend}
    >
      <p>{t('Tell us what we should know. A different team member will review it. You can appeal once.')}</p>
      <TextArea
        label={t('What happened from your side')}
        value={text}
        maxLength={LIMITS.reportDescriptionMax}
        counter
        onChange={(event) => change({ text: event.target.value })}
      />
      {error && <Notice tone="failure">{t(asCallFailure(error)?.message ?? '')}</Notice>}
    </FormDialog>
  );
}
