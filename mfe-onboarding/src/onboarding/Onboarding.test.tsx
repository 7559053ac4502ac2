import { NEXT_LIST } from '@flint/contracts/wording';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { SECTIONS } from '@flint/contracts/questions/sections';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answersTo, at, INTRO, lost, platform, profile, questionLabel, show } from '../testing/show';
import { logPreferenceKeys } from './log-preference-keys';
import { isAutoAdvanceOn } from './use-go-on';

jest.mock('./log-preference-keys', () => ({ logPreferenceKeys: jest.fn() }));

describe('the questionnaire', () => {
  beforeEach(() => jest.mocked(logPreferenceKeys).mockClear());

  it('a lost network - keeps the answer, shows it in the status line, and sends it when the network is back', async () => {
    let online = false;
    const own = platform();
    const { sent, sendNow } = show(
      {
        'GET /profile': profile(),
        'PATCH /profile': () => (online ? profile({ bundle_intro: { display_name: 'A' } }) : lost()),
      },
      own,
    );
    await userEvent.type(await screen.findByLabelText('What should matches call you?'), 'A');
    await sendNow();
    expect(sent()).toHaveLength(1);
    expect(screen.getByText('On this device, trying again')).toBeVisible();
    await waitFor(() => expect(own.unsaved.get('outbox:answers')).toBe('your answers'));
    online = true;
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(await screen.findByText('Saved')).toBeVisible();
    await waitFor(() => expect(own.unsaved.size).toBe(0));
  });

  it.each([
    ['of somebody who completed it before - says when changes count, below', '2026-01-01T00:00:00Z', 1],
    ['of somebody new, whose first list comes at once - is not below', null, 0],
  ])('the last question - %s the profile', async (_, completedAt, times) => {
    show({ 'GET /profile': profile({}, completedAt) }, at('ideal_date_types'));
    await screen.findByRole('button', { name: 'Complete' });
    expect(screen.queryAllByText(NEXT_LIST)).toHaveLength(times);
    expect(screen.queryAllByRole('link', { name: 'Your Profile' })).toHaveLength(times);
  });

  it('a default value - left unchanged - is saved when the student moves on', async () => {
    const view = show({ 'GET /profile': profile(), 'PATCH /profile': profile() }, at('age_preference'));
    expect(await screen.findByText('18 – 25')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await view.sendNow();
    expect(view.sent()).toEqual([
      { answers: { age_preference: [18, 25] }, madeFrom: { age_preference: null } },
    ]);
  });

  it('a returning student - starts at the first open question, or after Complete at the first question', async () => {
    const answers = { bundle_intro: INTRO, pronouns: 'she_her' };
    show({ 'GET /profile': profile(answers) });
    expect(await screen.findByText(questionLabel(3))).toBeVisible();
    cleanup();
    show({ 'GET /profile': profile(answers, '2026-01-01T00:00:00Z') });
    expect(await screen.findByText(questionLabel(1))).toBeVisible();
    expect(localStorage.getItem('onboarding_completed')).toBe('true');
  });

  it('a reload - shows the same question with its answer from the device, before the server answers', async () => {
    const own = at('intent');
    const silent = { 'GET /profile': () => new Promise<never>(() => undefined) };
    const first = show({ 'GET /profile': profile(), 'PATCH /profile': lost }, own);
    await userEvent.click(await screen.findByRole('radio', { name: 'Activity buddy' }));
    first.unmount();
    show({ ...silent, 'PATCH /profile': lost }, { ...own, navigation: platform().navigation });
    expect(await screen.findByText(questionLabel(7))).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Activity buddy' })).toBeChecked();
  });

  it('answers that were changed on another device meanwhile - show both of each, and the one that the student keeps is sent', async () => {
    const [bodies, mine] = [[] as unknown[], { pronouns: 'he_him' }];
    const theirs = { pronouns: 'they_them', religion: 'none' };
    const changed = { code: 'answers_changed', detail: 'x', changed: theirs };
    const { sendNow, store } = show(
      {
        'GET /profile': profile({ pronouns: 'she_her' }),
        'PATCH /profile': ({ body }) => {
          bodies.push(body);
          return bodies.length === 1 ? { status: 409, body: changed } : profile({ pronouns: 'he_him' });
        },
      },
      at('pronouns'),
    );
    await userEvent.click(await screen.findByRole('radio', { name: 'he/him' }));
    await act(() => store.outbox.edit('answers', 'religion', 'jewish'));
    await sendNow();
    expect(screen.getAllByText('You gave two answers', { exact: false })).toHaveLength(2);
    expect(screen.getByText('Not saved')).toBeVisible();
    expect(screen.getAllByText('Saved on another device')[0]!.nextSibling).toHaveTextContent('they/them');
    await userEvent.click(screen.getAllByRole('button', { name: 'Keep mine' })[0]!);
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies).toEqual([
      { answers: { ...mine, religion: 'jewish' }, madeFrom: { pronouns: 'she_her', religion: null } },
      { answers: mine, madeFrom: { pronouns: 'they_them' } },
    ]);
    expect(await screen.findByText('Saved')).toBeVisible();
  });

  it('a refused answer - is named with the server’s reason and stays in its field, and the others are saved', async () => {
    const { sent, sendNow } = show({
      'GET /profile': profile(),
      'PATCH /profile': ({ body }) => {
        if (!JSON.stringify(body).includes('bundle_intro')) return profile({ pronouns: 'he_him' });
        const errors = [{ pointer: '/answers/bundle_intro/display_name', detail: 'Please remove links' }];
        return { status: 422, body: { code: 'text_unfit', detail: 'x', errors } };
      },
    });
    await userEvent.type(await screen.findByLabelText('What should matches call you?'), 'x.com');
    await sendNow();
    expect(screen.getByText('Please remove links')).toBeVisible();
    expect(await screen.findByText('Not saved')).toBeVisible();
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.getByLabelText('What should matches call you?')).toHaveValue('x.com');
    expect(sent()).toHaveLength(1);
  });

  it('moving to another question - focuses its heading and scrolls to the top', async () => {
    const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const first = platform();
    const { again } = show({}, first);
    await screen.findByText(questionLabel(1));
    const second = {
      ...first,
      navigation: {
        ...first.navigation,
        location: { screen: 'onboarding' as const, params: { question: 'pronouns' } },
      },
    };
    again(second);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Which pronouns should people use for you?' }),
    ).toHaveFocus();
    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  });

  it('the basics - explain in one note, before the fields, what matches see and what the age is for', async () => {
    show({ 'GET /profile': profile() });
    const note = await screen.findByText(/^Matches see your name, and your age unless you hide it/);
    const field = screen.getByLabelText('What should matches call you?');
    expect(note.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // the note, and the label of the field
    expect(screen.getAllByText(/date of birth/i)).toHaveLength(2);
  });

  it('the overview - counts the answers of each section, names it, and links to every question', async () => {
    const own = platform();
    show({ 'GET /profile': profile({ bundle_intro: INTRO }) }, own);
    await userEvent.click(await screen.findByRole('button', { name: 'All questions' }));
    // only the last question has that row
    expect(screen.queryByRole('button', { name: /^See \d+ open questions$/ })).toBeNull();
    expect(screen.getByText('1 of 5')).toBeVisible();
    const sections = screen.getAllByRole('heading', { level: 3 });
    expect(sections.map(({ firstChild }) => firstChild?.textContent)).toEqual(
      SECTIONS.map(({ title }) => title),
    );
    const goesOn = screen.getByLabelText('Continue automatically after one choice');
    await userEvent.click(goesOn);
    expect([isAutoAdvanceOn(), (goesOn as HTMLInputElement).checked]).toEqual([false, false]);
    await userEvent.click(goesOn);
    expect(isAutoAdvanceOn()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Continue later' }));
    // the only optional question of a section that is not
    await userEvent.click(screen.getByText(/ \(Optional\)$/).closest('button')!);
    expect(own.visited).toEqual([
      { screen: 'profile', params: {} },
      { screen: 'onboarding', params: { question: 'religion' } },
    ]);
  });

  it('a question without an answer - says so instead of Saved, with one it says Saved', async () => {
    const routes = { 'GET /profile': profile(), 'PATCH /profile': profile({ religion: 'none' }) };
    const { sendNow } = show(routes, at('religion'));
    expect(await screen.findByText('Not answered')).toBeVisible();
    expect(screen.queryByText('Saved')).toBeNull();
    await userEvent.click(screen.getAllByRole('radio')[0]!);
    expect(screen.getByText('Saving…')).toBeVisible();
    await sendNow();
    expect(await screen.findByText('Saved')).toBeVisible();
    cleanup();
    show({ 'GET /profile': profile({ religion: 'none' }) }, at('religion', { online: false }));
    expect(await screen.findByText('Saved')).toBeVisible();
  });

  it('the chapters beside the question - have their counts, and lead to the first open question', async () => {
    const own = at('intent');
    const answers = {
      bundle_intro: INTRO,
      seeking_genders: { values: ['men'] },
      intent: 'casual_dating',
    };
    show({ 'GET /profile': profile(answers) }, own);
    const rail = within(await screen.findByRole('navigation', { name: 'Chapters' }));
    expect(rail.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      SECTIONS.map(({ id, title }) => {
        const count = QUESTIONS.filter(({ section }) => section === id).length;
        const answered = { eligibility_identity: 1, core_preferences: 2 }[id as string] ?? 0;
        return `${title}${answered}/${count}`;
      }),
    );
    expect(rail.getByRole('button', { current: 'step' })).toHaveTextContent('Core preferences');
    expect(screen.queryByRole('link', { name: 'Your Profile' })).toBeNull();
    await userEvent.click(rail.getByRole('button', { name: /^Eligibility/ }));
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'pronouns' } }]);
  });

  it('a chapter that is answered - says no more how long it takes, and leads to its first question', async () => {
    const core = QUESTIONS.filter(({ section }) => section === 'core_preferences').map(({ id }) => id);
    const own = at(core[0]!);
    const first = QUESTIONS.filter(
      ({ section }) => section === 'eligibility_identity' || section === 'core_preferences',
    );
    const answers = { ...answersTo(first), [core[0]!]: { values: ['men'] } };
    show({ 'GET /profile': profile(answers) }, own);
    expect(await screen.findByText('Chapter 2 of 6')).toBeVisible();
    const rail = within(screen.getByRole('navigation', { name: 'Chapters' }));
    await userEvent.click(rail.getByRole('button', { name: 'Core preferences Answered' }));
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: core[0] } }]);
  });

  const [first, , third] = QUESTIONS.map(({ id }) => id);
  it.each([
    ['the first', first!, null, 'Next', { screen: 'onboarding', params: { question: 'pronouns' } }],
    [
      'the third',
      third!,
      'pronouns',
      'Next',
      { screen: 'onboarding', params: { question: QUESTIONS[3]!.id } },
    ],
    [
      'the last',
      QUESTIONS.at(-1)!.id,
      QUESTIONS.at(-2)!.id,
      'Complete',
      { screen: 'availability', params: {} },
    ],
  ])('%s question - leads back and on (spec 2, 4)', async (_, id, back, name, next) => {
    const own = at(id);
    const { sent, sendNow, store } = show({ 'GET /profile': profile(), 'PATCH /profile': profile() }, own);
    await screen.findByRole('button', { name });
    const week = { utcSlots: [], timezone: 'UTC', lastUpdated: '2026-01-01T00:00:00.000Z' };
    await act(async () => void store.outbox.edit('week', 'week', week, { asDraft: true }));
    await userEvent.click(screen.getByRole('button', { name }));
    expect(own.visited.splice(0)).toEqual([next]);
    const done = name === 'Complete';
    expect(localStorage.getItem('onboarding_completed') !== null).toBe(done);
    // where the student goes on next time
    expect(store.outbox.readKind('draft').some(([what]) => what === 'question')).toBe(!done);
    expect(jest.mocked(logPreferenceKeys).mock.calls.map(([, kept]) => kept)).toEqual(done ? [week] : []);
    await sendNow();
    expect(sent().some((body) => JSON.stringify(body).includes('onboardingCompletedAt'))).toBe(done);
    const backButton = screen.getByRole('button', { name: 'Back' });
    expect(backButton.hasAttribute('disabled')).toBe(back === null);
    await userEvent.click(backButton);
    expect(own.visited).toEqual(back === null ? [] : [{ screen: 'onboarding', params: { question: back } }]);
  });

  it('the keys in the status line - are as many as the choices, also where Other is one of them', async () => {
    show({ 'GET /profile': profile() }, at('seeking_genders'));
    const choices = (await screen.findAllByRole('checkbox')).length;
    expect(screen.getByText('choose')).toHaveTextContent(`1–${choices} choose`);
  });

  it('offline from the start - shows the questions and where the answers are', async () => {
    show({ 'GET /profile': lost, 'PATCH /profile': lost }, platform({ online: false }));
    await userEvent.type(await screen.findByLabelText('What should matches call you?'), 'A');
    expect(await screen.findByText('Offline: kept on this device')).toBeVisible();
  });

  it('a server that fails - shows the reason with Try Again and Sign Out', async () => {
    const signOut = jest.fn(async () => undefined);
    show({ 'GET /profile': { status: 500, body: { code: 'internal', detail: 'x' } } }, platform({ signOut }));
    expect(await screen.findByText('Server error. Please try again later.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(signOut).toHaveBeenCalledWith('local');
  });

  it.each([
    ['intent', 'Core preferences'],
    ['religion', 'Core preferencesOptional'],
    ['ideal_date_types', 'Optional date scenariosChapter 6 of 6 · about 1 minute'],
  ])('%s - shows its section, and a mark only if it is optional in one that is not: %s', async (id, line) => {
    show({ 'GET /profile': profile() }, at(id));
    await screen.findByRole('progressbar');
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.previousElementSibling?.textContent).toBe(line);
  });
});
