import { renderScreen } from '@flint/remote-kit/testing';
import { answerIssues } from '@flint/contracts/questions/answer-schema';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answer, Question } from '@flint/contracts/questions/types';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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
  const { unmount } = renderScreen(
    <Harness question={question} onAnswer={(answer) => answers.push(answer)} />,
  );
  return { last: () => answers.at(-1), unmount };
}

beforeEach(() => localStorage.clear());

describe('the catalogue', () => {
  it('a question added to a test catalogue - can be shown, answered and checked without a change to another file', async () => {
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

/** Keys for the other controls of a question, beyond its first. */
describe('answers of each kind', () => {
  it('an “Other” text beside other choices - is saved with them, and an exclusive option clears both', async () => {
    const { last } = show(questionOf('ethnicity'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Korean' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
    await userEvent.type(screen.getByLabelText('In your own words'), 'Basque');
    expect(last()).toEqual({ values: ['korean'], other: 'Basque' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Prefer not to say' }));
    expect(last()).toEqual({ values: ['prefer_not_to_say'] });
    expect(screen.queryByLabelText('In your own words')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
    expect(screen.getByRole('checkbox', { name: 'Prefer not to say' })).not.toBeChecked();
  });

  it('chips - at their maximum - disable the rest, Other included; below it they are enabled again', async () => {
    const { last } = show(questionOf('hobbies_interests'));
    const chips = screen.getAllByRole('checkbox');
    for (const chip of chips.slice(0, 7)) await userEvent.click(chip);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
    await userEvent.type(screen.getByLabelText('Something else'), 'Falconry');
    expect(screen.getByText('8 of 8 chosen')).toBeVisible();
    expect(chips[7]).toBeDisabled();
    expect(answerIssues('hobbies_interests', last())).toEqual([]);
    await userEvent.click(chips[0]!);
    expect(chips[7]).toBeEnabled();
  });

  it('a half-typed year - is shown, but is not an answer', () => {
    const { last } = show(questionOf('bundle_intro'));
    const field = screen.getByLabelText('Date of birth');
    fireEvent.change(field, { target: { value: '0002-03-15' } });
    expect(field).toHaveValue('0002-03-15');
    expect(last()).toBeUndefined();
    fireEvent.change(field, { target: { value: '2004-03-15' } });
    expect(last()).toEqual({ date_of_birth: '2004-03-15' });
  });

  it('a selfie - is asked from the front camera, with the hint about liveness, and shown on this device', async () => {
    URL.createObjectURL = () => 'blob:selfie';
    URL.revokeObjectURL = () => undefined;
    show({ ...questionOf('intent'), type: 'selfie', title: 'A selfie' } as never);
    const field = screen.getByLabelText('A selfie');
    expect(field).toHaveAttribute('capture', 'user');
    expect(field).toHaveAttribute('accept', 'image/*');
    expect(screen.getByText(/liveness/)).toBeVisible();
    await userEvent.upload(field, new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
    expect(screen.getByAltText('Your selfie')).toHaveAttribute('src', 'blob:selfie');
  });

  it('an exclusive option - clears the others, and another clears it', async () => {
    const { last } = show(questionOf('lifestyle_dealbreakers'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Drinks any alcohol' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'None of these' }));
    expect(last()).toEqual({ values: ['none'] });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Drinks regularly' }));
    expect(last()).toEqual({ values: ['drinks_regularly'] });
  });

  it('an “Other” text - is saved as an object with the text (spec 3)', async () => {
    const { last } = show(questionOf('gender_identity'));
    await userEvent.click(screen.getByRole('radio', { name: /^Other/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Agender' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Women' }));
    expect(last()).toEqual({ value: 'other', other: 'Agender', shown_to: ['women'] });
    expect(answerIssues('gender_identity', last())).toEqual([]);
  });
});
