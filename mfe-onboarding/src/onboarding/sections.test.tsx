import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, INTRO, profile, questionLabel, show } from '../testing/show';

describe('sections and long lists', () => {
  it('a completed section - is celebrated on the first question of the next one, which always names its chapter', async () => {
    const answers = {
      bundle_intro: INTRO,
      pronouns: 'she_her',
      academic_info: 'year_1',
      gender_identity: 'woman',
      major_program: 'arts',
    };
    show({ 'GET /profile': profile(answers) }, at('seeking_genders'));
    expect(await screen.findByText('Eligibility and identity: all done.')).toBeVisible();
    expect(screen.getByText('Chapter 2 of 6 · about 3 minutes')).toBeVisible();
    for (const view of [
      profile({ pronouns: 'she_her' }),
      profile({ ...answers, bundle_intro: { display_name: 'Ann' } }),
      profile(answers, '2026-01-01T00:00:00Z'),
    ]) {
      cleanup();
      localStorage.clear();
      show({ 'GET /profile': view }, at('seeking_genders'));
      expect(await screen.findByText(questionLabel(6))).toBeVisible();
      expect(screen.queryByText(/all done/)).toBeNull();
      expect(screen.getByText('Chapter 2 of 6 · about 3 minutes')).toBeVisible();
    }
  });

  it('a chapter with four open questions - is said to take a minute', async () => {
    show({ 'GET /profile': profile({ pronouns: 'she_her' }) }, at('bundle_intro'));
    expect(await screen.findByText('Chapter 1 of 6 · about 1 minute')).toBeVisible();
  });

  it('a list with likely options - shows these six first, then the others from A to Z, and Other last', async () => {
    show({ 'PATCH /profile': profile() }, at('hobbies_interests'));
    const labels = (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent);
    expect(labels.slice(0, 6)).toEqual([
      'Coffee and tea spots',
      'Live music',
      'Film and TV',
      'Gym and fitness',
      'Trying new restaurants',
      'Travel and day trips',
    ]);
    const others = labels.slice(6, -1) as string[];
    expect([others[0], others.at(-1), labels.at(-1)]).toEqual([
      'Anime and manga',
      'Yoga and meditation',
      'Other',
    ]);
    expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b)));
    expect(new Set(labels).size).toBe(41);
  });

  it('a long list - is filtered by the typed text, ignoring accents; chosen options stay visible; Enter ends the filter', async () => {
    show({ 'PATCH /profile': profile() }, at('ethnicity'));
    const field = await screen.findByLabelText(/^Find in \d+ choices$/);
    const count = () => screen.getAllByRole('checkbox').length;
    const all = count();
    await userEvent.type(field, 'zzz');
    expect(field).toHaveAccessibleDescription('No results');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getAllByRole('checkbox')[0]!);
    await userEvent.type(field, ' inu');
    expect(screen.getByRole('checkbox', { name: /Inuit/ })).toBeVisible();
    expect(count()).toBe(2);
    await userEvent.keyboard('{Enter}');
    expect(count()).toBe(all);
    expect(screen.getByText(questionLabel(9))).toBeVisible();
  });
});
