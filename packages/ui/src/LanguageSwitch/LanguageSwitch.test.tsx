import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LanguageSwitch } from './LanguageSwitch';

describe('LanguageSwitch', () => {
  it('each language - has its own name, marked in its own language', () => {
    render(<LanguageSwitch value="en" onChange={() => undefined} />);
    expect(screen.getByRole('button', { name: 'English', pressed: true })).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('button', { name: 'Français', pressed: false })).toHaveAttribute('lang', 'fr');
  });

  it('the other language - can be chosen, the current one cannot', async () => {
    const choose = jest.fn();
    render(<LanguageSwitch value="en" onChange={choose} />);
    await userEvent.click(screen.getByRole('button', { name: 'English' }));
    await userEvent.click(screen.getByRole('button', { name: 'Français' }));
    expect(choose.mock.calls).toEqual([['fr']]);
  });
});
