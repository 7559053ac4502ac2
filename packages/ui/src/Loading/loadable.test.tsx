import { act, render, screen } from '@testing-library/react';
import { Component, useLayoutEffect, type ReactNode } from 'react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { loadableDialog } from '../Dialog/loadable-dialog';
import { loadable } from './loadable';

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message || this.props.children;
  }
}

describe('a lazily loaded component', () => {
  it('its code - loading, then loaded - shows the fallback, then the component; later at once', async () => {
    let arrive = (_component: typeof Greeting): void => undefined;
    const load = jest.fn(() => new Promise<typeof Greeting>((resolve) => (arrive = resolve)));
    const Later = loadable(load);
    const { unmount } = render(<Later name="Ada" fallback="wait" />);
    expect(document.body).toHaveTextContent('wait');
    await act(async () => arrive(Greeting));
    expect(document.body).toHaveTextContent('Hello Ada');
    unmount();
    render(<Later name="Ben" fallback="wait" />);
    expect(document.body).toHaveTextContent('Hello Ben');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('its code - preloaded - renders at once', async () => {
    const Later = loadable(() => Promise.resolve(Greeting));
    await Later.load();
    render(<Later name="Ada" />);
    expect(screen.getByText('Hello Ada')).toBeVisible();
  });

  it('its code - arriving between the first render and the effects - renders', async () => {
    let arrive = (_component: typeof Greeting): void => undefined;
    const Later = loadable(() => new Promise<typeof Greeting>((resolve) => (arrive = resolve)));
    void Later.load();
    function Drawn() {
      useLayoutEffect(() => arrive(Greeting), []);
      return <Later name="Ada" fallback="wait" />;
    }
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(<Drawn />);
    await expect(screen.findByText('Hello Ada')).resolves.toBeVisible();
    root.unmount();
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  });

  it('its code - unavailable - throws to the boundary, and the next render loads it again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = jest.fn(() => Promise.reject<typeof Greeting>(new Error('no connection')));
    const Later = loadable(load);
    const { unmount } = render(
      <Boundary>
        <Later name="Ada" />
      </Boundary>,
    );
    expect(await screen.findByText('no connection')).toBeVisible();
    unmount();
    render(
      <Boundary>
        <Later name="Ada" />
      </Boundary>,
    );
    await screen.findByText('no connection');
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('a lazily loaded dialog', () => {
  it('its code - unavailable, then available - shows an error beside the screen, closes, and opens at the next try', async () => {
    const Invite = ({ onClose }: { readonly onClose: () => void }) => (
      <button onClick={onClose}>Invite</button>
    );
    const load = jest
      .fn<Promise<typeof Invite>, []>()
      .mockRejectedValueOnce(new Error('no connection'))
      .mockResolvedValue(Invite);
    const Later = loadableDialog(load);
    const handleClose = jest.fn();
    render(
      <>
        <p>The screen</p>
        <Later onClose={handleClose} />
      </>,
    );
    expect(await screen.findByRole('dialog', { name: 'This could not be opened' })).toBeVisible();
    expect(screen.getByText('The screen')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(handleClose).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Invite' })).toBeVisible();
  });

  it('its code - unavailable twice, as in a page of an older build - offers to load the page again', async () => {
    const Later = loadableDialog(() => Promise.reject<() => null>(new Error('gone')));
    render(<Later onClose={() => undefined} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });
});
