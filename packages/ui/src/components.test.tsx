import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, Notice, Tabs, TextField, Ticket, TicketTime } from './index';

describe('Button', () => {
  it('busy - is announced and cannot be pressed', async () => {
    const onClick = jest.fn();
    render(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(onClick).not.toHaveBeenCalled();
  });
});

describe('TextField', () => {
  it('with hint and error - names, describes and marks the field', () => {
    render(<TextField label="Email" hint="Yours" error="Wrong" value="x" onChange={() => undefined} />);
    const field = screen.getByLabelText('Email');
    expect(field).toHaveAccessibleDescription('Yours Wrong');
    expect(field).toBeInvalid();
    expect(screen.getByRole('alert')).toHaveTextContent('Wrong');
  });
});

describe('Tabs', () => {
  it('arrows, Home and End - select and move the focus', async () => {
    function Harness() {
      const [selected, setSelected] = useState('one');
      return (
        <Tabs
          label="Offers"
          tabs={[
            { id: 'one', label: 'One', count: 3 },
            { id: 'two', label: 'Two' },
          ]}
          selected={selected}
          onSelect={setSelected}
        >
          {selected}
        </Tabs>
      );
    }
    render(<Harness />);
    await userEvent.click(screen.getByRole('tab', { name: 'One 3' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Two' })).toHaveFocus();
    expect(screen.getByRole('tabpanel')).toHaveTextContent('two');
    await userEvent.keyboard('{Home}');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('one');
  });
});

describe('Notice', () => {
  it('failures - are alerts; others are announced politely', () => {
    const { rerender } = render(<Notice tone="failure">No</Notice>);
    expect(screen.getByRole('alert')).toHaveTextContent('No');
    rerender(<Notice tone="success">Yes</Notice>);
    expect(screen.getByRole('status')).toHaveTextContent('Yes');
  });
});

describe('Ticket', () => {
  it('of a counter-offer - strikes the time before out, and says so to a screen reader', () => {
    render(
      <Ticket kind="offer" foot="Ends Thursday">
        <TicketTime at="2040-03-08T23:00:00Z" was="Tue 5 PM">
          Thu 6 PM
        </TicketTime>
      </Ticket>,
    );
    const old = screen.getByText('Tue 5 PM');
    expect(old.tagName).toBe('S');
    expect(old.parentElement).toHaveTextContent('instead of Tue 5 PM Thu 6 PM');
    expect(screen.getByText('Thu 6 PM')).toHaveAttribute('datetime', '2040-03-08T23:00:00Z');
    expect(screen.getByText('Ends Thursday')).toBeVisible();
  });
});
