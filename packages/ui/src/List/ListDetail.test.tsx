import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Entry, ListDetail } from '../index';

const { matchMedia } = window;
const resize = (matches: boolean) => {
  const list = { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
  window.matchMedia = () => list as unknown as MediaQueryList;
};
beforeEach(() => resize(true));
afterEach(() => void (window.matchMedia = matchMedia));

const NAMES = ['Ann', 'Ben', 'Cy'];

function Frame({ onDemand = false }: { readonly onDemand?: boolean }) {
  const [named, setNamed] = useState<string>();
  const list = (chosen: string | null) =>
    NAMES.map((name) => (
      <Entry
        key={name}
        name={name}
        isChosen={name === chosen}
        renderLink={(look) => <button type="button" {...look} onClick={() => setNamed(name)} />}
      >
        {name}
      </Entry>
    ));
  return (
    <ListDetail
      id="people"
      label="Width of the list"
      entries={NAMES}
      keyOf={(name) => name}
      named={named}
      stack={<p>Stack</p>}
      renderList={list}
      renderDetail={(chosen) => <p>About {chosen}</p>}
      {...(onDemand && { unopened: <p>Nothing is open</p> })}
    />
  );
}
const row = (name: string) => screen.getByRole('button', { name });

describe('ListDetail', () => {
  it('in a wide window - shows the first entry, and j and k open what they move to', async () => {
    render(<Frame />);
    expect(screen.getByText('About Ann')).toBeVisible();
    await userEvent.keyboard('jj');
    expect(screen.getByText('About Cy')).toBeVisible();
    await userEvent.keyboard('k');
    expect(screen.getByText('About Ben')).toBeVisible();
    expect(row('Ben')).toHaveAttribute('aria-current', 'true');
  });

  it('a key that is held down, or pressed in a field - does not move', () => {
    render(<Frame />);
    const field = document.body.appendChild(document.createElement('select'));
    fireEvent.keyDown(field, { key: 'j' });
    field.remove();
    fireEvent.keyDown(document.body, { key: 'j', repeat: true });
    expect(screen.getByText('About Ann')).toBeVisible();
  });

  it('in a narrow window - shows the stack', () => {
    resize(false);
    render(<Frame />);
    expect(screen.getByText('Stack')).toBeVisible();
  });

  it('with entries that open on demand - moves the focus only, and opens by Enter', async () => {
    render(<Frame onDemand />);
    expect(screen.getByText('Nothing is open')).toBeVisible();
    await userEvent.keyboard('jj');
    expect(row('Ben')).toHaveFocus();
    expect(screen.getByText('Nothing is open')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('About Ben')).toBeVisible();
    await userEvent.keyboard('k');
    expect(row('Ann')).toHaveFocus();
    expect(screen.getByText('About Ben')).toBeVisible();
  });

  it('with entries that open on demand, in a narrow window - needs no stack', () => {
    resize(false);
    render(<Frame onDemand />);
    expect(screen.getByText('Nothing is open')).toBeInTheDocument();
    expect(screen.queryByText('Stack')).toBeNull();
  });
});
