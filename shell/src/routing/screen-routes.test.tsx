import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ScreenId } from '@flint/remote-kit';
import { useState } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { screenOfPath } from './paths';
import { ScreenRoutes } from './ScreenRoutes';
import { registerScreens } from './screens';

function Shown({ id }: { readonly id: ScreenId | null }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {String(id)} {count}
    </button>
  );
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]} useTransitions={false}>
      <Link to="/matches">Matches</Link>
      <Link to="/elsewhere">Elsewhere</Link>
      <ScreenRoutes render={(id) => <Shown id={id} />} />
    </MemoryRouter>,
  );
const shown = () => screen.getByRole('button').textContent;

afterEach(() => act(() => registerScreens({})));

describe('routes of the screens', () => {
  it.each([
    '/',
    '//',
    '/availability',
    '/photos',
    '/profile',
    '/offers',
    '/offers/',
    '/offers//',
    '/OFFERS',
    '/offers/1',
    '/matches',
    '/auth',
    '/auth/callback',
    '/auth/callback/',
    '/auth/v1',
    '/elsewhere',
  ])('the address %s - matched by the router - is the screen that the first script expects', (path) => {
    open(path);
    expect(shown()).toBe(`${screenOfPath(path)} 0`);
  });

  it('a navigation between screens - leaves the frame and its state unchanged', () => {
    open('/photos');
    fireEvent.click(screen.getByRole('button'));
    fireEvent.click(screen.getByText('Matches'));
    expect(shown()).toBe('matches 1');
    fireEvent.click(screen.getByText('Elsewhere'));
    expect(shown()).toBe('null 1');
  });

  it('a screen that the registry adds while its address is open - is shown', () => {
    open('/clubs');
    expect(shown()).toBe('null 0');
    const title = { en: 'Clubs', fr: 'Associations' };
    const clubs = { id: 'clubs', route: '/clubs', title, icon: 'globe' };
    act(() => registerScreens({ clubs: { screens: [clubs] } }));
    expect(shown()).toBe('clubs 0');
  });
});
