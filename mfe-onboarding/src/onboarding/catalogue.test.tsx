import { renderScreen } from '@flint/remote-kit/testing';
import { answerIssues } from '@flint/contracts/questions/answer-schema';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answer, Question } from '@flint/contracts/questions/types';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { QuestionField } from './fields/QuestionField';

interface HarnessProps {
  readonly question: Question;
  readonly given: Answer | undefined;
  readonly onAnswer: (answer: Answer | null) => void;
}

function Harness({ question, given, onAnswer }: HarnessProps) {
  const [answer, setAnswer] = useState(given);
  const handle = (next: Answer | null) => {
    setAnswer(next ?? undefined);
    onAnswer(next);
  };
  return <QuestionField question={question} answer={answer} email="ann@campus.edu" onAnswer={handle} />;
}

function show(question: Question, given?: Answer) {
  const answers: (Answer | null)[] = [];
  const { unmount } = renderScreen(
    <Harness question={question} given={given} onAnswer={(answer) => answers.push(answer)} />,
  );
  return { last: () => answers.at(-1), unmount };
}

const questionOf = (id: string) => QUESTIONS.find((question) => question.id === id)!;

describe('answers of each kind', () => {
  it('an “Other” text beside other choices - is saved with them, and an exclusive option clears both', async () => {
    const { last } = show(questionOf('ethnicity'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Korean' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
    expect(screen.getByLabelText('In your own words')).toHaveAttribute('maxlength', '60');
    await userEvent.type(screen.getByLabelText('In your own words'), 'Basque');
    expect(screen.getByText('6/60')).toBeVisible();
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

  it('chips - another one pressed at their maximum - replaces the one that the student names', async () => {
    const { last } = show(questionOf('ideal_personality_traits'));
    const chips = screen.getAllByRole('checkbox');
    const names = chips.map((chip) => chip.parentElement!.textContent);
    const max = Number(/of (\d+) chosen/.exec(screen.getByText(/chosen/).textContent)![1]);
    for (const chip of chips.slice(0, max)) await userEvent.click(chip);
    await userEvent.click(screen.getByText(names[max]!));
    const swap = within(screen.getByRole('group', { name: `Swap in “${names[max]}” for` }));
    await userEvent.click(swap.getByRole('button', { name: names[1]! }));
    expect(screen.queryByRole('group', { name: /^Swap in/ })).toBeNull();
    const chosen = chips.filter((chip) => (chip as HTMLInputElement).checked);
    expect(chosen).toEqual(chips.slice(0, max + 1).filter((_, at) => at !== 1));
    expect(answerIssues('ideal_personality_traits', last())).toEqual([]);
  });

  it('an age range - goes from 18 to 30+, from its default, and its ends do not pass each other (spec 5, 9)', () => {
    const { last } = show(questionOf('age_preference'));
    const [low, high] = screen.getAllByRole<HTMLInputElement>('slider') as [
      HTMLInputElement,
      HTMLInputElement,
    ];
    expect([low.min, low.max, low.value]).toEqual(['18', '30', '18']);
    expect([high.min, high.max, high.value]).toEqual(['18', '30', '25']);
    fireEvent.change(low, { target: { value: '28' } });
    expect(last()).toEqual([25, 25]);
    fireEvent.change(high, { target: { value: '30' } });
    expect(last()).toEqual([25, 30]);
    expect(screen.getByText('25 – 30+')).toBeVisible();
  });

  it('a height - goes from 4 to 7 feet and 0 to 11 inches, from 5 ft 8 in, each changed alone (spec 9)', () => {
    const { last } = show(questionOf('height_feet_inches'));
    const [feet, inches] = [screen.getByLabelText('Feet'), screen.getByLabelText('Inches')];
    const textOf = (field: HTMLElement) => [...field.children].map(({ textContent }) => textContent);
    expect(textOf(feet)).toEqual(['4 ft', '5 ft', '6 ft', '7 ft']);
    expect([textOf(inches).length, textOf(inches)[0], textOf(inches)[11]]).toEqual([12, '0 in', '11 in']);
    expect([feet, inches].map((field) => (field as HTMLSelectElement).value)).toEqual(['5', '8']);
    fireEvent.change(feet, { target: { value: '6' } });
    expect(last()).toEqual({ feet: 6, inches: 8 });
    fireEvent.change(inches, { target: { value: '0' } });
    expect(last()).toEqual({ feet: 6, inches: 0 });
  });

  it('scales - go from 1 to 7, stand at 4, and are changed one by one (spec 9)', async () => {
    const { last } = show(questionOf('communication_style_self'));
    const scales = screen.getAllByRole('group');
    expect(scales).toHaveLength(4);
    const steps = within(scales[1]!).getAllByRole<HTMLInputElement>('radio');
    expect(steps.map(({ value, checked }) => [value, checked])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((step) => [String(step), step === 4]),
    );
    expect(steps[0]).toHaveAccessibleName('1, A message now and then');
    expect(steps[6]).toHaveAccessibleName('7, We talk every day');
    await userEvent.click(steps[6]!);
    expect(last()).toMatchObject({ directness: 4, contact_preference: 7 });
  });

  it('habits - are chosen one by one', async () => {
    const { last } = show(questionOf('substances'));
    const groups = screen.getAllByRole('group').map((group) => within(group).getAllByRole('radio'));
    expect(groups.map(({ length }) => length)).toEqual([5, 5, 5]);
    await userEvent.click(groups[0]![1]!);
    const drinks = last();
    await userEvent.click(groups[2]![4]!);
    expect(last()).toEqual({ ...(drinks as object), cannabis_preference: 'prefer_not_to_say' });
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

  it('“Other” - replaces the choice before it, and its text is saved as an object (spec 3)', async () => {
    const { last } = show(questionOf('gender_identity'));
    await userEvent.click(screen.getByRole('radio', { name: 'Woman' }));
    await userEvent.click(screen.getByRole('radio', { name: /^Other/ }));
    expect(last()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Agender' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Women' }));
    expect(last()).toEqual({ value: 'other', other: 'Agender', shown_to: ['women'] });
    await userEvent.click(screen.getByRole('button', { name: 'Genderfluid' }));
    expect(last()).toEqual({ value: 'other', other: 'Genderfluid', shown_to: ['women'] });
    expect(answerIssues('gender_identity', last())).toEqual([]);
  });

  it('an “Other” text that is emptied - keeps its box, the focus and the choices below it', async () => {
    const { last } = show(questionOf('gender_identity'), { value: 'other', other: 'x', shown_to: ['women'] });
    const field = screen.getByLabelText('In your own words');
    await userEvent.clear(field);
    expect(last()).toBeNull();
    expect(field).toHaveFocus();
    expect(screen.getByRole('radio', { name: /^Other/ })).toBeChecked();
    await userEvent.keyboard('y');
    expect(last()).toEqual({ value: 'other', other: 'y', shown_to: ['women'] });
  });

  it.each([
    ['ethnicity', { values: ['korean'], other: 'x' }, 'In your own words'],
    ['hobbies_interests', { values: [], other: 'x' }, 'Something else'],
  ])('an “Other” text of %s that is emptied - keeps its box and the focus', async (id, given, label) => {
    const { last } = show(questionOf(id), given);
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    expect(field).toHaveFocus();
    await userEvent.keyboard('y');
    expect(last()).toEqual({ ...given, other: 'y' });
  });
});
