import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { usePageEffects } from './page-effects';

/** A frame whose next screen arrives when it is told to. */
function Frame() {
  usePageEffects();
  const navigate = useNavigate();
  const [isThere, setThere] = useState(false);
  return (
    <>
      <button onClick={() => void navigate('/photos')}>Photos</button>
      <button onClick={() => void navigate('?person=ann')}>Person</button>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => setThere(true)}>arrive</button>
      <main id="main">{isThere && <h1>Your photos</h1>}</main>
    </>
  );
}

beforeEach(() => {
  jest.useFakeTimers();
  window.scrollTo = () => undefined;
});
afterEach(() => jest.useRealTimers());

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
/** Opens a screen that arrives ten seconds later; `meanwhile` is what the student does until then. */
async function openSlowly(meanwhile: () => void = () => undefined) {
  render(
    <MemoryRouter>
      <Frame />
    </MemoryRouter>,
  );
  screen.getByRole('button', { name: 'Photos' }).focus();
  await press('Photos');
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  meanwhile();
  await press('arrive');
}

describe('the focus after a navigation', () => {
  it('to a screen that arrives late - moves to its heading all the same', async () => {
    await openSlowly();
    expect(screen.getByRole('heading', { name: 'Your photos' })).toHaveFocus();
  });

  it('to a screen that arrives once the student has gone on in the frame - stays there', async () => {
    const next = () => screen.getByRole('button', { name: 'arrive' });
    await openSlowly(() => next().focus());
    expect(next()).toHaveFocus();
  });
});

describe('the scroll position', () => {
  it('after a navigation - is the top; after Back - is the one where the student left', async () => {
    window.scrollTo = (({ top }: ScrollToOptions) => Object.assign(window, { scrollY: top })) as never;
    const scroll = (scrollY: number) => {
      Object.assign(window, { scrollY });
      dispatchEvent(new Event('scroll'));
    };
    render(
      <MemoryRouter>
        <Frame />
      </MemoryRouter>,
    );
    scroll(700);
    await press('Photos');
    expect(window.scrollY).toBe(0);
    scroll(50);
    await press('Back');
    expect(window.scrollY).toBe(700);
    await press('Person');
    scroll(50);
    await press('Back');
    expect(window.scrollY).toBe(700);
  });
});
