import { renderScreen } from '@flint/remote-kit/testing';
import { answerIssues } from '@flint/contracts/questions/answer-schema';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import { ADDED } from '@flint/contracts/questions/testing/added-entries';
import type { Answer, Entry } from '@flint/contracts/questions/types';
import { fireEvent, screen } from '@testing-library/react';
import { QuestionField } from './fields/QuestionField';

// The one seam: a section's file with more entries at its end (services/src/resources/one-declaration.test.ts goes on from here).
jest.mock('@flint/contracts/questions/self-description', () => {
  const { SELF_DESCRIPTION } = jest.requireActual<{ SELF_DESCRIPTION: readonly Entry[] }>(
    '@flint/contracts/questions/self-description',
  );
  const { withAdded } = jest.requireActual<typeof import('@flint/contracts/questions/testing/added-entries')>(
    '@flint/contracts/questions/testing/added-entries',
  );
  return { SELF_DESCRIPTION: withAdded(SELF_DESCRIPTION) };
});

describe('the form of an entry added to a section', () => {
  it.each(ADDED.map(({ id }) => [id] as const))(
    '%s - answered by its first control - is a valid answer',
    (id) => {
      const question = findQuestion(id)!;
      const answers: (Answer | null)[] = [];
      const { container } = renderScreen(
        <QuestionField
          question={question}
          answer={undefined}
          email="ann@campus.edu"
          onAnswer={(answer) => answers.push(answer)}
        />,
      );
      const control = container.querySelector(
        question.type === 'scales' ? 'input' : 'input, button, textarea',
      )!;
      if (question.type === 'text') fireEvent.change(control, { target: { value: '2' } });
      else fireEvent.click(control);
      expect(answers).toHaveLength(1);
      expect(answerIssues(id, answers[0])).toEqual([]);
      if ('options' in question) expect(screen.getByText(question.options[0]!.label)).toBeTruthy();
    },
  );
});
