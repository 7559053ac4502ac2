import type { Card } from '@flint/contracts';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Preview } from '../profile/Preview';
import { OthersScreen } from './OthersScreen';

const card = (...shown: string[]) => ({
  body: {
    name: 'Ann',
    photoUrls: ['/a.webp', '/b.webp'],
    items: [
      { id: 'age', label: 'Age', values: ['22'] },
      { id: 'pronouns', label: 'Pronouns', values: ['she/her'] },
      { id: 'academic_info', label: 'Year', values: ['3rd Year'] },
      { id: 'major_program', label: 'Program', values: ['Arts'] },
      { id: 'hobbies_interests', label: 'Interests', values: ['Climbing', 'Reading'] },
      { id: 'intent', label: 'Looking for', values: [] as string[] },
    ].map((item) => ({ ...item, isShown: shown.includes(item.id) })) as Card['items'],
  },
});
const show = (api: FakeRoutes, overrides = {}) =>
  renderScreen(<OthersScreen />, { api, platform: fakePlatform(overrides) });
const yours = async () => within(await screen.findByRole('region', { name: 'Your card' }));

describe('how others see you', () => {
  it('the shown parts - are on the card as others see it; the other parts are listed beside it, switched off, with what that leaves', async () => {
    show({ 'GET /profile/card': card('age', 'pronouns', 'academic_info', 'major_program') });
    const face = await yours();
    expect(face.getByRole('heading')).toHaveTextContent('Ann, 22');
    expect(face.getByText('she/her · 3rd Year · Arts')).toBeVisible();
    expect(face.getByRole('img')).toHaveAttribute('src', '/a.webp');
    expect(face.queryByText('Climbing')).toBeNull();
    expect(screen.getByRole('switch', { name: /^Interests/ })).not.toBeChecked();
    expect(screen.getByText(/A match may still read it as a reason why you two fit\.$/)).toBeVisible();
    expect(screen.getByRole('switch', { name: /^Looking for Not answered/ })).not.toBeChecked();
    expect(screen.getByRole('link', { name: /^Answer\s+Looking for$/ })).toHaveAttribute(
      'href',
      '/onboarding?question=intent',
    );
    expect(screen.getAllByRole('img', { name: 'Ann' })).toHaveLength(3);
  });

  it('a switch - saves only its choice, and the card changes', async () => {
    let shown = ['age', 'pronouns'];
    const { api } = show({
      'GET /profile/card': () => card(...shown),
      'PUT /profile/card': ({ body }) => {
        const { id, isShown } = body as { id: string; isShown: boolean };
        shown = isShown ? [...shown, id] : shown.filter((each) => each !== id);
        return card(...shown);
      },
    });
    await userEvent.click(await screen.findByRole('switch', { name: /^Interests/ }));
    expect(await (await yours()).findByText('Climbing')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: /^Age/ })).not.toHaveAttribute('aria-disabled'),
    );
    await userEvent.click(screen.getByRole('switch', { name: /^Age/ }));
    await waitFor(() => expect(screen.getByRole('switch', { name: /^Age/ })).not.toBeChecked());
    expect(api.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { id: 'hobbies_interests', isShown: true },
      { id: 'age', isShown: false },
    ]);
    expect((await yours()).getByRole('heading', { name: 'Ann' })).toBeVisible();
  });

  it('a refused choice - is shown until the answer, then an error and the stored choice', async () => {
    const platform = fakePlatform();
    let refuse = () => undefined as void;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    const api: FakeRoutes = {
      'GET /profile/card': card('age'),
      'PUT /profile/card': async () => {
        await refused;
        return { status: 403, body: { code: 'forbidden', detail: 'x' } };
      },
    };
    renderScreen(<OthersScreen />, { api, platform });
    const age = await screen.findByRole('switch', { name: /^Age/ });
    await userEvent.click(age);
    expect(age).not.toBeChecked();
    expect(age).toHaveAttribute('aria-disabled', 'true');
    await act(async () => refuse());
    await waitFor(() => expect(platform.notices.map(({ tone }) => tone)).toEqual(['failure']));
    await waitFor(() => expect(screen.getByRole('switch', { name: /^Age/ })).toBeChecked());
  });

  it('on failure - shows the mapped text, and tries again; offline - shows the cached data, and nothing can be changed', async () => {
    const routes: FakeRoutes = {
      'GET /profile/card': { status: 403, body: { code: 'forbidden', detail: 'x' } },
    };
    const { unmount } = show(routes);
    expect(await screen.findByText("You don't have permission to perform this action.")).toBeVisible();
    routes['GET /profile/card'] = card('age');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('switch', { name: /^Age/ })).toBeChecked();
    unmount();
    const unanswered = card('age').body.items.map((item) => ({ ...item, values: [] }));
    show({ 'GET /profile/card': { body: { ...card().body, items: unanswered } } }, { online: false });
    expect(await screen.findByRole('switch', { name: /^Age/ })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(/Choices wait until you are back/)).toBeVisible();
    // the age follows from the date of birth
    expect(screen.getAllByRole('link', { name: /^Answer/ })).toHaveLength(5);
  });

  it.each([
    ['this screen', <OthersScreen key="screen" />],
    ['the profile', <Preview key="preview" />],
  ])(
    'without a card - %s says when it begins; a failure is said, and tried again',
    async (_place, element) => {
      const begins = 'Your card begins with your first answer.';
      renderScreen(element, { api: {} });
      expect(await screen.findByText(begins)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
      cleanup();
      const { api } = renderScreen(element, { api: { 'GET /profile/card': { status: 503, body: {} } } });
      expect(await screen.findByText(/: Service Unavailable$/)).toBeVisible();
      expect(screen.queryByText(begins)).toBeNull();
      api.routes['GET /profile/card'] = card('age');
      await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByRole('heading', { name: /^Ann/ })).toBeVisible();
    },
  );
});
