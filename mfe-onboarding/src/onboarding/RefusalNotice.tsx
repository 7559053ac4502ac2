import type { Question } from '@flint/contracts/questions/types';
import { message, t } from '@flint/texts';
import { Button, Notice } from '@flint/ui';
import type { Refusal } from '@flint/remote-kit/data';

interface RefusalNoticeProps {
  readonly refusal: Refusal;
  readonly questions: readonly Question[];
  readonly current: string;
  readonly onShow: (questionId: string) => void;
}

/** Says which answer the server refused and why, with a link to its question. */
export function RefusalNotice({ refusal, questions, current, onShow }: RefusalNoticeProps) {
  const { questionId, detail } = refusal;
  if (questionId === current) return <Notice tone="failure">{t(detail)}</Notice>;
  const title = questions.find(({ id }) => id === questionId)?.title ?? message('One answer was not saved');
  return (
    <Notice
      tone="failure"
      title={t(title)}
      action={
        <Button size="s" onClick={() => onShow(questionId)}>
          {t('Change it')}
        </Button>
      }
    >
      {t(detail)}
    </Notice>
  );
}
