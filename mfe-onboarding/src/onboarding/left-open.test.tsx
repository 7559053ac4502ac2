import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answersTo, at, INTRO, profile, questionLabel, show } from '../testing/show';

describe('what is left to do', () => {
  it('questions that were passed - are open in the overview, which one row below the last choice opens at that question', async () => {
    show(
      { 'GET /profile': profile({ intent: 'casual_dating', bundle_intro: { display_name: 'Ann' } }) },
      at(QUESTIONS.at(-1)!.id),
    );
    const required = QUESTIONS.filter((question) => question.required).length;
    const atTheEnd = await screen.findByRole('button', { name: `See ${required - 1} open questions` });
    const last = screen.getAllByRole('checkbox').at(-1)!;
    expect(last.compareDocumentPosition(atTheEnd)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // the key is named as the button
    expect(screen.getByText('complete')).toBeInTheDocument();
    // the number that it stands beside, whatever is answered
    const bar = screen.getByRole('progressbar', { name: 'Questionnaire' });
    expect(bar).toHaveAttribute('aria-valuenow', String(QUESTIONS.length));
    await userEvent.click(atTheEnd);
    const listed = within(screen.getByRole('dialog', { name: 'All questions' }));
    expect(listed.getAllByRole('button', { name: /Not answered$/ })).toHaveLength(QUESTIONS.length - 1);
    expect(listed.getByRole('button', { current: 'step' })).toHaveFocus();
  });

  it('nothing but Complete - shows the first question', async () => {
    const all = { ...answersTo(QUESTIONS), bundle_intro: INTRO, seeking_genders: { values: ['men'] } };
    show({ 'GET /profile': profile(all) });
    expect(await screen.findByText(questionLabel(1))).toBeVisible();
  });

  it('one required question is open - is named in the singular, whatever optional one is open, too', async () => {
    const required = QUESTIONS.filter((question) => question.required && question.id !== 'intent');
    show({ 'GET /profile': profile(answersTo(required)) }, at('ideal_date_types'));
    expect(await screen.findByRole('button', { name: 'See 1 open question' })).toBeVisible();
  });

  it('two answers of other questions are refused - names the first, and opens its question', async () => {
    const errors = [
      { pointer: '/answers/academic_info', detail: 'No such year.' },
      { pointer: '/answers/bundle_intro/display_name', detail: 'Please remove links' },
      { pointer: '/answers/bundle_intro/date_of_birth', detail: 'No such day.' },
    ];
    const own = at('pronouns');
    const { store, sendNow } = show(
      {
        'GET /profile': profile(),
        'PATCH /profile': { status: 422, body: { code: 'text_unfit', detail: 'x', errors } },
      },
      own,
    );
    await screen.findByRole('radio', { name: 'he/him' });
    await act(async () => {
      void store.outbox.edit('answers', 'bundle_intro', { display_name: 'x.com' });
      void store.outbox.edit('answers', 'academic_info', 'year_9');
    });
    await sendNow();
    expect(screen.getByRole('alert')).toHaveTextContent("Let's start with the basics");
    expect(screen.getByRole('alert')).toHaveTextContent('Please remove links');
    await userEvent.click(screen.getByRole('button', { name: 'Change it' }));
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'bundle_intro' } }]);
  });
});
