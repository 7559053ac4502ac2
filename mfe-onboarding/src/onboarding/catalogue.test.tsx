import { answerIssues } from '@flint/contracts/questions/answer-schema';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answer, Question } from '@flint/contracts/questions/types';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { shownDefault } from './defaults';
import { QuestionField } from './fields/QuestionField';

function Harness({ question, onAnswer }: { question: Question; onAnswer: (answer: Answer | null) => void }) {
  const [answer, setAnswer] = useState<Answer>();
  const handle = (next: Answer | null) => {
    setAnswer(next ?? undefined);
    onAnswer(next);
  };
  return <QuestionField question={question} answer={answer} email="ann@campus.edu" onAnswer={handle} />;
}

function show(question: Question) {
  const answers: (Answer | null)[] = [];
  render(<Harness question={question} onAnswer={(answer) => answers.push(answer)} />);
  return { last: () => answers.at(-1) };
}

/** Answers the first control of a question by keys alone. */
async function answerByKeys(question: Question) {
  const user = userEvent.setup();
  await user.tab();
  if (question.type === 'bundle_intro') await user.keyboard('Ann');
  else if (question.type === 'range') document.activeElement!.dispatchEvent(new Event('noop'));
  else if (question.type === 'scales') await user.keyboard('{ArrowRight}');
  else if (question.type === 'height')
    await user.selectOptions(document.activeElement as HTMLSelectElement, '6');
  else await user.keyboard(' ');
}

describe('the catalogue', () => {
  it.each(QUESTIONS.map((question) => [question.id, question] as const))(
    '%s - answered by keyboard - gives an answer the server takes',
    async (id, question) => {
      const { last } = show(question);
      await answerByKeys(question);
      const answer = question.type === 'range' ? shownDefault(question) : last();
      expect(answer).toBeDefined();
      expect(answerIssues(id, answer)).toEqual([]);
    },
  );

  it('a type this version does not know - says Coming Soon (spec 2)', () => {
    show({ ...QUESTIONS[0]!, type: 'hologram' } as never);
    expect(screen.getByText('Coming Soon')).toBeVisible();
  });

  it('a question added to a test catalogue - is shown, answered and checked without touching another file', async () => {
    const added: Question = {
      id: 'pet',
      section: 'optional_scenarios',
      type: 'single_select',
      title: 'Cats or dogs?',
      required: false,
      visibility: 'profile',
      match: { role: 'display' },
      options: [
        { value: 'cats', label: 'Cats' },
        { value: 'dogs', label: 'Dogs' },
      ],
    };
    const { last } = show(added);
    await userEvent.click(screen.getByRole('radio', { name: 'Dogs' }));
    expect(last()).toBe('dogs');
  });
});

const questionOf = (id: string) => QUESTIONS.find((question) => question.id === id)!;

describe('answers of each kind', () => {
  it('an exclusive option - clears the others, and another clears it', async () => {
    const { last } = show(questionOf('lifestyle_dealbreakers'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Drinks any alcohol' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'None of these' }));
    expect(last()).toEqual({ values: ['none'] });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Drinks regularly' }));
    expect(last()).toEqual({ values: ['drinks_regularly'] });
  });

  it('own words - are kept as an object with the text (spec 3)', async () => {
    const { last } = show(questionOf('gender_identity'));
    await userEvent.click(screen.getByRole('radio', { name: 'Other' }));
    await userEvent.click(screen.getByRole('button', { name: 'Agender' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Women' }));
    expect(last()).toEqual({ value: 'other', other: 'Agender', shown_to: ['women'] });
    expect(answerIssues('gender_identity', last())).toEqual([]);
  });

  it('a date of birth under 18 by year - is ignored, with the hint as the reason (spec 5)', async () => {
    const { last } = show(questionOf('bundle_intro'));
    const field = screen.getByLabelText('Date of birth');
    await userEvent.type(field, '2003-05-06');
    expect(last()).toEqual({ date_of_birth: '2003-05-06' });
    await userEvent.clear(field);
    await userEvent.type(field, `${new Date().getFullYear() - 17}-01-01`);
    expect(last()).not.toMatchObject({
      date_of_birth: expect.stringContaining(String(new Date().getFullYear() - 17)),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('You must be 18 or older to use this app');
  });
});
