import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useInstall } from './install';

function Card() {
  const install = useInstall();
  return install ? <button onClick={() => void install()}>Install</button> : <p>none</p>;
}

function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = jest.fn(async () => ({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(event));
  return { event, prompt };
}

describe('installing the app', () => {
  it('the prompt of the browser - is stored for the settings, and asks once', async () => {
    render(<Card />);
    expect(screen.getByText('none')).toBeVisible();
    const { event, prompt } = offer('accepted');
    expect(event.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole('button'));
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(screen.getByText('none')).toBeVisible();
  });

  it('an app installed by the menu of the browser - is no longer offered', () => {
    render(<Card />);
    offer('dismissed');
    act(() => void dispatchEvent(new Event('appinstalled')));
    expect(screen.getByText('none')).toBeVisible();
  });
});
