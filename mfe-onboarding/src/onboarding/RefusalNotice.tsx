import type { Question } from '@flint/contracts/questions/types';
import { Button, Notice } from '@flint/ui';
import type { Refusal } from './autosaver';

interface RefusalNoticeProps {
  readonly refusal: Refusal;
  readonly questions: readonly Question[];
  readonly current: string;
  readonly onShow: (questionId: string) => void;
}

/** What the server did not take and why, with the way to that question. */
export function RefusalNotice({ refusal, questions, current, onShow }: RefusalNoticeProps) {
  const { questionId, detail } = refusal;
  if (questionId === current) return <Notice tone="failure">{detail}</Notice>;
  const title = questions.find(({ id }) => id === questionId)?.title ?? 'One answer was not saved';
  return (
    <Notice
      tone="failure"
      title={title}
      action={
        <Button size="s" onClick={() => onShow(questionId)}>
          Change it
        </Button>
      }
    >
      {detail}
    </Notice>
  );
}
