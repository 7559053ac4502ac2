import {
  answerMedia,
  fakePlatform,
  renderScreen,
  type FakePlatform,
  type FakeRoutes,
} from '@flint/remote-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { album } from '../testing/album';
import { ProfileScreen } from './ProfileScreen';

const profile = (completed: boolean) => ({
  body: {
    id: 'x',
    email: 'ann@campus.edu',
    answers: { bundle_intro: { display_name: 'Ann' } },
    onboardingCompletedAt: completed ? '2026-01-01T00:00:00Z' : null,
    age: 22,
    completeness: 0,
    matchable: { ready: true, missing: [] },
    sections: [
      { title: 'Core preferences', count: 8, answered: 8, next: 'intent' },
      { title: 'Ideal partner', count: 9, answered: 4, next: 'ideal_red_flags' },
    ],
  },
});
/** With the answers that matching needs. */
const answered = (completed: boolean) => ({
  body: {
    ...profile(completed).body,
    answers: {
      bundle_intro: { display_name: 'Ann', date_of_birth: '2004-01-15' },
      gender_identity: 'woman',
      seeking_genders: { values: ['men'] },
    },
  },
});
const week = (ranges: number) => ({
  body: {
    utcSlots: Array.from({ length: ranges }, (_, i) => ({ dayOfWeek: i % 7, startHour: 9, endHour: 17 })),
    timezone: 'UTC',
    lastUpdated: '2026-01-01T00:00:00Z',
  },
});
const none = album(0);
const show = (api: FakeRoutes, platform?: FakePlatform) =>
  renderScreen(<ProfileScreen />, { api: api, ...(platform && { platform }) });

let stopAnswering = () => undefined as void;

describe('the profile (spec 2, 9)', () => {
  afterEach(() => stopAnswering());

  // the frame's navigation, which else leads there, changes at this width, too
  it('in a window of 1000 px with letters of 24 px - leads to the settings', async () => {
    stopAnswering = answerMedia((query) => {
      const [, width, unit] = /([\d.]+)(em|px)/.exec(query)!;
      return Number(width) * (unit === 'em' ? 24 : 1) <= 1000;
    });
    show({ 'GET /profile': profile(true), 'GET /photos': none });
    expect(await screen.findByRole('link', { name: /^Settings/ })).toBeVisible();
  });

  it.each([
    [false, 0, 0, 20, [false, false, false], 'onboarding'],
    [true, 0, 0, 60, [true, false, false], 'availability'],
    [false, 0, 2, 45, [false, false, true], 'onboarding'],
    [false, 1, 2, 60, [true, true, true], 'onboarding'],
    [true, 1, 0, 75, [true, true, false], 'photos'],
    [true, 1, 2, 100, [true, true, true], null],
  ])(
    'questions done: %p, %i ranges, %i photos - is at %i %, with its check marks; Complete Profile opens what is open',
    async (completed, ranges, count, percent, marks, opens) => {
      const platform = fakePlatform();
      show(
        {
          'GET /profile': answered(completed),
          'GET /availability': week(ranges),
          'GET /photos': album(count),
        },
        platform,
      );
      const card = within(await screen.findByRole('region', { name: 'Profile Completeness' }));
      expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(percent));
      const finish = card.queryByRole('link', { name: 'Finish the questions' });
      expect(finish !== null).toBe(!completed);
      const links = within(screen.getByRole('list', { name: 'Checklist' })).getAllByRole('link');
      expect(links.map((link) => /^Basic Info|^Availability|^Photos/.exec(link.textContent!)?.[0])).toEqual([
        'Basic Info',
        'Availability',
        'Photos',
      ]);
      expect(links.map((link) => link.textContent!.endsWith('Complete'))).toEqual(marks);
      expect(links.map((link) => link.querySelector('.profile__tick svg') !== null)).toEqual(marks);
      const buttons = card.getAllByRole('button');
      const names = [...(opens ? ['Complete Profile'] : []), 'View Your Offers'];
      expect(buttons.map((button) => button.textContent)).toEqual(names);
      for (const button of buttons) fireEvent.click(button);
      expect(platform.visited.map((each) => each.screen)).toEqual([...(opens ? [opens] : []), 'offers']);
    },
  );

  it('answers that matching needs - are named once, with a link to each', async () => {
    show({ 'GET /profile': profile(false), 'GET /photos': none });
    const card = within(await screen.findByRole('region', { name: 'Profile Completeness' }));
    expect(card.getByText('Matching still needs:')).toBeVisible();
    const links = screen.getAllByRole('link', { name: 'How do you describe your gender?' });
    expect(links).toHaveLength(1);
    expect(links[0]).toHaveAttribute('href', '/onboarding?question=gender_identity');
    const born = screen.getByRole('link', { name: 'Your date of birth' });
    expect(born).toHaveAttribute('href', '/onboarding?question=bundle_intro');
  });

  it('Basic Info - says how many questions are answered, as the server counts them', async () => {
    show({ 'GET /profile': answered(true), 'GET /photos': none });
    expect(await screen.findByRole('link', { name: /^Basic Info/ })).toHaveTextContent('12 of 17 answered');
    expect(screen.queryByText('Matching still needs:')).not.toBeInTheDocument();
  });

  it('while loading - shows a placeholder', async () => {
    const never = () => new Promise<never>(() => undefined);
    show({ 'GET /profile': never, 'GET /availability': never, 'GET /photos': never });
    expect(await screen.findByText('Loading your profile')).toBeInTheDocument();
  });

  it.each([
    [['/a', '/b'], '2', '100%'],
    [{ '0': '/a' }, '0', '75%'],
  ])(
    'without a network - shows the copies on this device, %j as %s photos, with a notice',
    async (kept, count, percent) => {
      const lost = () => {
        throw new TypeError('Failed to fetch');
      };
      localStorage.setItem('onboarding_completed', 'true');
      localStorage.setItem('user_photos', JSON.stringify(kept));
      localStorage.setItem('user_availability', JSON.stringify(week(4).body));
      const refused = { status: 403, body: { code: 'forbidden', detail: 'x' } };
      const { api } = show({ 'GET /profile': lost, 'GET /availability': lost, 'GET /photos': refused });
      expect(await screen.findByText(percent)).toBeVisible();
      expect(screen.getByText(/^Network error\./)).toBeVisible();
      expect(screen.getByText('This is what your device remembers.')).toBeVisible();
      expect(screen.queryByText(/ answered$/)).toBeNull();
      expect(screen.getByText('Hours/Week').nextSibling).toHaveTextContent('8');
      expect(screen.getByText('2 hours for each free range')).toBeVisible();
      const shownCount = () => screen.getByText('Photos', { selector: 'dt' }).nextSibling;
      expect(shownCount()).toHaveTextContent(count);
      const back = { 'GET /profile': answered(true), 'GET /availability': week(1), 'GET /photos': album(3) };
      Object.assign(api.routes, back);
      fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      await waitFor(() => expect(shownCount()).toHaveTextContent('3'));
      await waitFor(() => expect(screen.getByText('Hours/Week').nextSibling).toHaveTextContent('2'));
      expect(screen.queryByText('This is what your device remembers.')).toBeNull();
    },
  );

  it('a questionnaire completed on this device - counts before the server has it', async () => {
    const { store } = show({ 'GET /profile': answered(false), 'GET /photos': none });
    expect(await screen.findByText('20%')).toBeVisible();
    await act(async () => void store.outbox.edit('completed', 'questionnaire', '2026-01-01T00:00:00Z'));
    expect(screen.getByText('60%')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Finish the questions' })).toBeNull();
  });

  it.each([
    [
      'a server that refuses',
      () => ({ status: 403, body: { code: 'forbidden', detail: 'x' } }),
      /^You don't/,
    ],
    [
      'a server that fails',
      () => ({ status: 500, body: { code: 'internal', detail: 'x' } }),
      /^Server error\./,
    ],
    ['no network, and nothing on the device', () => Promise.reject(new TypeError('x')), /^Network error\./],
  ])('%s - shows the reason with Try Again, the settings and Sign Out', async (_, answer, reason) => {
    show({ 'GET /profile': answer, 'GET /photos': none });
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByText('Unable to Load Your Profile')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Settings/ })).toHaveAttribute('href', '/profile?page=settings');
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  });

  it('how others see me - in a narrow window - has a link in the head', async () => {
    show({ 'GET /profile': profile(true), 'GET /photos': album(2) });
    expect(await screen.findByRole('link', { name: 'How others see you' })).toHaveAttribute(
      'href',
      '/profile?page=others',
    );
    expect(screen.getByRole('img', { name: 'Ann' })).toHaveAttribute('src', '/t/1');
  });

  it('how others see me - in a wide window - is the card from the server, with a link to its settings', async () => {
    stopAnswering = answerMedia(() => true);
    const card = {
      name: 'Ann',
      photoUrls: [],
      items: [
        { id: 'age', label: 'Age', values: ['25'], isShown: true },
        { id: 'pronouns', label: 'Pronouns', values: ['xe/xem'], isShown: true },
        { id: 'academic_info', label: 'Year', values: ['2nd Year'], isShown: true },
        { id: 'hobbies_interests', label: 'Interests', values: ['Climbing'], isShown: false },
      ],
    };
    show({ 'GET /profile': profile(true), 'GET /photos': none, 'GET /profile/card': { body: card } });
    const pane = await screen.findByRole('region', { name: 'How others see you' });
    const region = within(pane);
    // also in a window in which it lies below
    const signOut = screen.getByRole('button', { name: 'Sign Out' });
    expect(signOut.compareDocumentPosition(pane)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(region.getAllByRole('heading')[1]).toHaveTextContent(/^Ann, 25$/);
    expect(region.getByText('xe/xem · 2nd Year')).toBeVisible();
    expect(region.queryByText('Climbing')).not.toBeInTheDocument();
    expect(region.getByRole('link', { name: 'Choose what they see' })).toHaveAttribute(
      'href',
      '/profile?page=others',
    );
  });
});
