import { NEXT_LIST } from '@flint/contracts/wording';
import { SECTIONS } from '@flint/contracts/questions/sections';
import { PlatformProvider } from '@flint/remote-kit';
import { DataProvider } from '@flint/remote-kit/data';
import type { FakePlatform } from '@flint/remote-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Root } from '../Root';
import { at, platform, profile, questionLabel, show } from '../testing/show';

const idOf = ({ session }: FakePlatform) => ('user' in session ? session.user.id : '');
describe('the questionnaire', () => {
  beforeEach(() => localStorage.clear());

  it('a lost network - keeps the answer, shows it in the status line, and sends it when the network is back', async () => {
    let online = false;
    const own = platform();
    const { api } = show(
      {
        'PATCH /profile': () => {
          if (!online) throw new TypeError('Failed to fetch');
          return profile();
        },
      },
      own,
    );
    const patches = () => api.calls.filter(({ method }) => method !== 'GET').length;
    await userEvent.type(await screen.findByLabelText('What should matches call you?'), 'A');
    await waitFor(() => expect(patches()).toBe(1), { timeout: 3000 });
    await waitFor(() => expect(own.unsaved.get('onboarding')).toBe('Answers waiting to be saved'));
    online = true;
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(patches()).toBe(2), { timeout: 3000 });
    expect(await screen.findByText('Saved')).toBeVisible();
    await waitFor(() => expect(own.unsaved.size).toBe(0));
  });

  it.each([
    ['of somebody who completed it before - says when changes count', '2026-01-01T00:00:00Z', 1],
    ['of somebody new, whose first list comes at once - does not', null, 0],
  ])('the last question - %s', async (_, onboardingCompletedAt, times) => {
    const { body } = profile();
    show({ 'GET /profile': { body: { ...body, onboardingCompletedAt } } }, at('ideal_date_types'));
    await screen.findByRole('button', { name: 'Complete' });
    expect(screen.queryAllByText(NEXT_LIST)).toHaveLength(times);
  });

  it('a default value - left unchanged - is saved when the student moves on', async () => {
    const { api } = show({ 'PATCH /profile': profile() }, at('age_preference'));
    expect(await screen.findByText('18 – 25')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(
      () =>
        expect(api.calls.find(({ method }) => method !== 'GET')?.body).toEqual({
          answers: { age_preference: [18, 25] },
        }),
      { timeout: 3000 },
    );
  });

  it('a returning student - starts at the first open question, or after Complete at the first question', async () => {
    const answers = { bundle_intro: { display_name: 'Ann' }, pronouns: 'she_her' };
    show({ 'GET /profile': profile(answers) });
    expect(await screen.findByText(questionLabel(3))).toBeVisible();
    cleanup();
    const { body } = profile(answers);
    show({ 'GET /profile': { body: { ...body, onboardingCompletedAt: '2026-01-01T00:00:00Z' } } });
    expect(await screen.findByText(questionLabel(1))).toBeVisible();
  });

  it('a reload - shows the same question with its answer from the device at once, before the server answers', async () => {
    const own = platform();
    localStorage.setItem(
      `flint:draft:${idOf(own)}`,
      JSON.stringify({ answers: { intent: 'activity_buddy' }, pending: ['intent'], position: 'intent' }),
    );
    show({ 'GET /profile': () => new Promise<never>(() => undefined), 'PATCH /profile': profile() }, own);
    expect(screen.getByText(questionLabel(7))).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Activity buddy' })).toBeChecked();
  });

  it('answers that arrive late - do not replace newer ones', async () => {
    const own = platform();
    localStorage.setItem(
      `flint:draft:${idOf(own)}`,
      JSON.stringify({ answers: { pronouns: 'she_her' }, position: 'pronouns' }),
    );
    let answer: (given: { body: object }) => void = () => undefined;
    show(
      {
        'GET /profile': () => new Promise((resolve) => (answer = resolve)),
        'PATCH /profile': () => new Promise<never>(() => undefined),
      },
      own,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'he/him' }));
    act(() => answer(profile({ pronouns: 'they_them', intent: 'casual_dating' })));
    await waitFor(() => expect(localStorage.getItem(`flint:draft:${idOf(own)}`)).toContain('casual_dating'));
    expect(screen.getByRole('radio', { name: 'he/him' })).toBeChecked();
  });

  it('a refused answer - is named with the server’s reason, and the rest is saved', async () => {
    const bodies: unknown[] = [];
    show({
      'PATCH /profile': ({ body }) => {
        bodies.push(body);
        if (!JSON.stringify(body).includes('date_of_birth')) return profile();
        const errors = [
          { pointer: '/answers/bundle_intro/date_of_birth', detail: 'You must be 18 or older' },
        ];
        return { status: 422, body: { code: 'under_age', detail: 'x', errors } };
      },
    });
    fireEvent.change(await screen.findByLabelText('Date of birth'), { target: { value: '2004-05-06' } });
    await userEvent.type(screen.getByLabelText('What should matches call you?'), 'Ann');
    expect(await screen.findByText('You must be 18 or older', {}, { timeout: 3000 })).toBeVisible();
    await waitFor(
      () => expect(bodies.at(-1)).toEqual({ answers: { bundle_intro: { display_name: 'Ann' } } }),
      {
        timeout: 3000,
      },
    );
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(screen.getByLabelText('Date of birth')).toHaveValue('');
  });

  it('moving to another question - focuses its heading and scrolls to the top', async () => {
    const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const first = platform();
    const { rerender, store } = show({}, first);
    await screen.findByText(questionLabel(1));
    const second = {
      ...first,
      navigation: {
        ...first.navigation,
        location: { screen: 'onboarding' as const, params: { question: 'pronouns' } },
      },
    };
    rerender(
      <PlatformProvider value={second}>
        <DataProvider store={store}>
          <Root />
        </DataProvider>
      </PlatformProvider>,
    );
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Which pronouns should people use for you?' }),
    ).toHaveFocus();
    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
    scroll.mockRestore();
  });

  it('the basics - explain in one note, before the fields, what matches see and what the age is for', async () => {
    show({ 'GET /profile': profile() });
    const note = await screen.findByText(/^Matches see your name and age/);
    const field = screen.getByLabelText('What should matches call you?');
    expect(note.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // the note, and the label of the field
    expect(screen.getAllByText(/date of birth/i)).toHaveLength(2);
  });

  it('the overview - counts the answers of each section, names it, and links to every question', async () => {
    const own = platform();
    show({ 'GET /profile': profile({ bundle_intro: { display_name: 'Ann' } }) }, own);
    await userEvent.click(await screen.findByRole('button', { name: 'All questions' }));
    expect(screen.getByText('1 of 5')).toBeVisible();
    const sections = screen.getAllByRole('heading', { level: 3 });
    expect(sections.map(({ firstChild }) => firstChild?.textContent)).toEqual(
      SECTIONS.map(({ title }) => title),
    );
    await userEvent.click(screen.getByRole('button', { name: /Do you follow a religion or belief/ }));
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'religion' } }]);
  });

  it('offline from the start - shows the questions and where the answers are', async () => {
    const own = platform({ online: false });
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    show({ 'GET /profile': lost, 'PATCH /profile': lost }, own);
    await userEvent.type(
      await screen.findByLabelText('What should matches call you?', {}, { timeout: 3000 }),
      'A',
    );
    expect(await screen.findByText('Offline: kept on this device')).toBeVisible();
  });

  it('a server that fails - shows the reason with Try Again', async () => {
    show({ 'GET /profile': { status: 500, body: { code: 'internal', detail: 'x' } } });
    expect(
      await screen.findByText('Server error. Please try again later.', {}, { timeout: 3000 }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  it.each([
    ['intent', 'Core preferences', 'Required'],
    ['religion', 'Core preferences', 'Optional'],
    ['ideal_date_types', 'Optional date scenarios', 'Optional'],
  ])('%s - shows its section %s and is marked %s', async (id, section, mark) => {
    show({ 'GET /profile': profile() }, at(id));
    expect(await screen.findByText(section)).toBeVisible();
    expect(screen.getByText(mark)).toBeVisible();
  });
});
