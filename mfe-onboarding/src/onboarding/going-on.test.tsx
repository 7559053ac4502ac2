import { answerMedia } from '@flint/remote-kit/testing';
import { keepHabit } from '@flint/ui/habits';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, platform, profile, questionLabel, show as showWith } from '../testing/show';

function show(question: string) {
  const own = at(question);
  showWith({}, own);
  return own;
}

describe('going on', () => {
  it.each([
    ['a single choice', 'gender_identity', 'Woman', ['major_program']],
    ['Other, which asks for words', 'gender_identity', /^Other/, []],
    ['one of several choices', 'seeking_genders', 'Women', []],
  ])('a tap on %s - opens the next question after a moment, if nothing is left to say', async (...each) => {
    const [, question, label, opened] = each;
    const stopAnswering = answerMedia(() => true);
    const own = show(question);
    const choice = await screen.findByLabelText(label);
    jest.useFakeTimers();
    await act(async () => {
      fireEvent.pointerUp(choice);
      fireEvent.click(choice);
    });
    await act(async () => jest.advanceTimersByTimeAsync(1_000));
    jest.useRealTimers();
    expect(own.visited.map(({ params }) => params.question)).toEqual(opened);
    stopAnswering();
  });

  it.each([
    ['corrected to Other', () => screen.getByLabelText(/^Other/), () => screen.getByRole('textbox')],
    [
      'followed by the list of all questions',
      () => screen.getByRole('button', { name: 'All questions' }),
      () => screen.getByRole('dialog'),
    ],
  ])('a tap on a single choice, %s at once - stays at its question', async (_case, second, opened) => {
    const stopAnswering = answerMedia(() => true);
    const own = show('gender_identity');
    const first = await screen.findByLabelText('Man');
    jest.useFakeTimers();
    for (const target of [first, second()]) {
      await act(async () => {
        fireEvent.pointerUp(target);
        fireEvent.click(target);
      });
      await act(async () => jest.advanceTimersByTimeAsync(300));
    }
    await act(async () => jest.advanceTimersByTimeAsync(1_000));
    jest.useRealTimers();
    expect(own.visited).toEqual([]);
    expect(opened()).toBeVisible();
    stopAnswering();
  });

  it('a number key - with up to nine options - chooses that one, and Enter opens the next question; not while typing or with single keys off', async () => {
    const own = show('gender_identity');
    const woman = await screen.findByRole('radio', { name: 'Woman' });
    await userEvent.keyboard('2');
    expect(woman).toBeChecked();
    expect(own.visited).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'major_program' } }]);
    await userEvent.keyboard('3');
    await userEvent.type(screen.getByRole('textbox'), '1');
    expect(screen.getByRole('radio', { name: /^Other/ })).toBeChecked();
    keepHabit('singleKeys', 'off');
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard('1');
    expect(screen.getByRole('radio', { name: 'Man' })).not.toBeChecked();
  });

  it.each([
    [null, true],
    ['off', false],
  ])(
    'a number key - with single keys %s - chooses one of several, and says so: %s',
    async (habit, isChosen) => {
      keepHabit('singleKeys', habit);
      show('seeking_genders');
      const first = (await screen.findAllByRole<HTMLInputElement>('checkbox'))[0]!;
      await userEvent.keyboard('1');
      const isNamed = document.querySelector('.f-status-keys')!.textContent.includes('choose');
      const answers = [first.checked, first.hasAttribute('aria-keyshortcuts'), isNamed];
      expect(answers).toEqual([isChosen, isChosen, isChosen]);
    },
  );

  it.each([
    ['pronouns', '1–4 choose'],
    ['intent', '1–4 choose'],
    ['emotional_style_self', '1–8 choose'],
    ['religion', ''],
    ['bundle_intro', ''],
  ])('the number keys of %s - are named "%s" in the status line', async (question, text) => {
    show(question);
    const line = () => document.querySelector('.f-status-keys')?.textContent.replace('↵ next', '').trim();
    await waitFor(() => expect(line()).toBe(text));
    const note = 'Nobody sees your answer. Counts a little towards how well two people fit.';
    expect(screen.queryAllByText(note)).toHaveLength(question === 'emotional_style_self' ? 1 : 0);
  });

  it('a number key - with more than nine options - does nothing', async () => {
    show('religion');
    const [first] = await screen.findAllByRole('radio');
    await userEvent.keyboard('1');
    expect(first).not.toBeChecked();
  });

  it('Enter on the heading, where a question begins - opens the next question', async () => {
    const own = show('bundle_intro');
    const heading = await screen.findByRole('heading', { name: "Let's start with the basics" });
    heading.focus();
    await userEvent.keyboard('{Enter}');
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'pronouns' } }]);
  });

  it('Enter held down - opens one question at most, and stores no default unseen', async () => {
    const own = show('age_preference');
    await screen.findByText('18 – 25');
    fireEvent.keyDown(screen.getByRole('heading', { level: 1 }), { key: 'Enter', repeat: true });
    expect(own.visited).toEqual([]);
  });

  it('Enter in the list of all questions - stays at the question behind it', async () => {
    const own = show('age_preference');
    await userEvent.click(await screen.findByRole('button', { name: 'All questions' }));
    act(() => screen.getByLabelText('Continue automatically after one choice').focus());
    await userEvent.keyboard('{Enter}');
    expect(own.visited).toEqual([]);
  });

  it('a double click on Next - moves by one question', async () => {
    const own = show('pronouns');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Next' }));
    expect(own.visited).toHaveLength(1);
  });
});

it('another tab of the student - opens another question - leaves this tab at its own', async () => {
  const { store } = showWith({ 'GET /profile': profile() }, platform());
  expect(await screen.findByText(questionLabel(1))).toBeVisible();
  await act(async () => store.outbox.keep('draft', 'question', 'religion'));
  expect(screen.getByText(questionLabel(1))).toBeVisible();
});
