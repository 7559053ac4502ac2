import { PlatformProvider, type Platform, type ScreenId } from '@flint/remote-kit';
import { answerMedia, fakePlatform } from '@flint/remote-kit/testing';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setWorkerState } from '../offline/worker-state';
import { setWaiting } from '../platform/news';
import { unsaved } from '../platform/unsaved';
import { Navigation } from './Navigation';
import { NextDate } from './NextDate';
import { StatusLine } from './StatusLine';
import { UpdatePrompt } from './UpdatePrompt';

jest.mock('../remotes/federation', () => ({ loadExposed: () => undefined }));

let back: () => void = () => undefined;
const atWidth = (isWide: boolean) => (back = answerMedia(() => isWide));
afterEach(() => {
  back();
  act(() => {
    setWaiting(0);
    unsaved.clear();
    setWorkerState({ fromDevice: false });
  });
});

function show(screenId: ScreenId | null, params: Record<string, string> = {}) {
  const platform = fakePlatform();
  const location = { screen: screenId ?? 'onboarding', params };
  render(
    <PlatformProvider value={{ ...platform, navigation: { ...platform.navigation, location } }}>
      <Navigation screen={screenId} />
    </PlatformProvider>,
  );
  return within(screen.getByRole('navigation', { name: 'Main' }));
}
const current = (nav: ReturnType<typeof show>) =>
  nav.queryAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent!.trim());

describe('the navigation', () => {
  it.each([
    [true, 'photos', {}, ['Photos']],
    [false, 'photos', {}, ['Profile']],
    [false, 'onboarding', {}, ['Profile']],
    [false, 'offers', {}, ['Offers']],
    [true, 'profile', { page: 'settings' }, ['Settings']],
    [true, 'profile', { page: 'blocked' }, ['Settings']],
    [true, 'profile', {}, ['Profile']],
    [true, null, {}, []],
  ] as const)('wide: %s, on %s with %j - marks %j', (isWide, at, params, marked) => {
    atWidth(isWide);
    expect(current(show(at, params))).toEqual(marked);
  });

  it.each([
    [0, 'Offers'],
    [1, 'Offers 1 waits for you'],
    [3, 'Offers 3 wait for you'],
  ])('with %i offers that wait - says so beside the offers', (count, name) => {
    act(() => setWaiting(count));
    const link = show('matches').getByRole('link', { name: /^Offers/ });
    expect(link).toHaveAccessibleName(name);
  });

  it('to help - leads to the page in the student’s language', () => {
    const page = globalThis as unknown as { readonly flintTexts: { language: string } };
    page.flintTexts.language = 'fr';
    expect(show('matches').getByRole('link', { name: /^Help|^Aide/ })).toHaveAttribute(
      'href',
      '/help.html#fr',
    );
    page.flintTexts.language = 'en';
  });

  it('to the next date - has name and hour over the day, and leads to its page', async () => {
    const { visited, ...platform } = fakePlatform();
    const time = new Date(2040, 2, 5, 18, 30).toISOString();
    render(
      <PlatformProvider value={platform}>
        <NextDate date={{ offerId: 'o1', name: 'Ben', photoUrl: null, time }} />
      </PlatformProvider>,
    );
    const link = screen.getByRole('link');
    expect(link.textContent!.replace(/\s/g, ' ')).toBe('Ben 6:30 PMMonday, March 5, 2040');
    await userEvent.click(link);
    expect(visited).toEqual([{ screen: 'offers', params: { date: 'o1' } }]);
    // opens a tab or a window, or saves
    addEventListener('click', (event) => event.preventDefault());
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) fireEvent.click(link, { [key]: true });
    fireEvent.click(link, { button: 1 });
    expect(visited).toHaveLength(1);
  });
});

describe('the status line', () => {
  const line = (platform: Partial<Platform> = {}) => {
    render(
      <PlatformProvider value={fakePlatform(platform)}>
        <StatusLine screen="offers" />
      </PlatformProvider>,
    );
    return screen.getAllByRole('status').map(({ textContent }) => textContent);
  };
  const unknown = { session: { status: 'unknown', user: { id: 'ann', email: 'a@campus.edu' } } } as const;
  const LATER = 'You can continue: changes are kept and sent later';

  const KEPT = 'Not saved yet: 2 answers. Kept on this device.';
  it.each<[Partial<Platform>, boolean, string | null, string | null, readonly string[]]>([
    [{}, false, null, null, ['Connected', 'Everything saved']],
    [{}, false, '2 answers', null, ['Connected', 'Not saved yet: 2 answers']],
    [{}, true, null, null, ['Service not reachable', LATER]],
    [{ online: false }, true, null, null, ['Offline', LATER]],
    [{ online: false }, false, '2 answers', null, ['Offline', KEPT]],
    [{ online: false }, false, null, 'a form', ['Offline', 'Not saved yet: a form']],
    [{ online: false }, false, '2 answers', 'a form', ['Offline', 'Not saved yet: 2 answers, a form']],
    [unknown as Partial<Platform>, false, '2 answers', null, ['Service not reachable', KEPT]],
  ])('with %j, answers of the device: %s, kept: %s, in the page only: %s - says %j', (...row) => {
    const [platform, fromDevice, kept, inPage, said] = row;
    act(() => {
      setWorkerState({ fromDevice });
      unsaved.setUnsaved('answers', kept, { keptOnDevice: true });
      unsaved.setUnsaved('form', inPage);
    });
    expect(line(platform)).toEqual(said);
  });

  it('on a phone - makes room for work that lasts, and shows no student a version', () => {
    jest.useFakeTimers();
    act(() => unsaved.setUnsaved('answers', '2 answers'));
    line();
    const isCalm = () => screen.getByRole('contentinfo').dataset['calm'];
    act(() => jest.advanceTimersByTime(1_499));
    expect(isCalm()).toBe('true');
    act(() => jest.advanceTimersByTime(1));
    expect(isCalm()).toBe('false');
    act(() => unsaved.clear());
    expect(isCalm()).toBe('true');
    expect(screen.getByText(/^offers /)).not.toBeVisible();
    jest.useRealTimers();
  });
});

describe('a new version of the app', () => {
  it('offered - is loaded by Reload only; Later hides the offer until the next one', async () => {
    const handleUpdate = jest.fn();
    const { rerender } = render(<UpdatePrompt onUpdate={jest.fn()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.queryByText('A new version is ready.')).toBeNull();
    rerender(<UpdatePrompt onUpdate={handleUpdate} />);
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(handleUpdate).toHaveBeenCalledTimes(1);
  });
});
