import type { Question } from '@flint/contracts/questions/types';
import type { Dispute, OwnAnswers } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { EitherOr } from '@flint/ui';
import { answerText } from './answer-text';

interface DisputeNoticeProps {
  readonly dispute: Dispute;
  readonly questions: readonly Question[];
  readonly onChoose: OwnAnswers['choose'];
}

/** An answer that was changed on two devices: the student chooses. */
export function DisputeNotice({ dispute, questions, onChoose }: DisputeNoticeProps) {
  const { questionId, mine, theirs } = dispute;
  const question = questions.find(({ id }) => id === questionId);
  return (
    <EitherOr
      title={t('You gave two answers: {question}', { question: t(question?.title ?? message('a question')) })}
      mine={answerText(question, mine)}
      theirs={answerText(question, theirs)}
      onChoose={(which) => onChoose(questionId, which)}
    />
  );
}
