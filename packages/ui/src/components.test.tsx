import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type FormEvent } from 'react';
import {
  Avatar,
  Button,
  ErrorState,
  Notice,
  OptionList,
  Page,
  Scale,
  Section,
  Select,
  Switch,
  Tabs,
  TextField,
  Ticket,
  TicketTime,
  Toast,
} from './index';

describe('Button', () => {
  it('busy - is announced, keeps the focus, and cannot be pressed', async () => {
    const [onClick, onSubmit] = [jest.fn(), jest.fn((event: FormEvent) => event.preventDefault())];
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" busy={busy} disabled={busy} onClick={onClick}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    rerender(form(true));
    await userEvent.click(button);
    await userEvent.keyboard('{Enter} ');
    // a browser takes the focus from a disabled button, jsdom does not
    expect(button).toBeEnabled();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('ErrorState', () => {
  it.each([
    [undefined, []],
    ['Code: network', ['Code: network']],
  ])('with detail %s - has a line for it, or none', (detail, lines) => {
    render(<ErrorState title="It failed" {...(detail && { detail })} />);
    const texts = Array.from(screen.getByRole('alert').querySelectorAll('p'), (each) => each.textContent);
    expect(texts).toEqual(lines);
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

describe('Avatar', () => {
  it('whose photo does not load - has the initials of two names', () => {
    render(<Avatar name="Ann Bo Cy" photoUrl="/a.webp" />);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Ann Bo Cy' })).toHaveTextContent(/^AB$/);
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
            { id: 'three', label: 'Three' },
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
    for (const [key, panel] of [
      ['End', 'three'],
      ['ArrowLeft', 'two'],
      ['Home', 'one'],
      ['ArrowLeft', 'three'],
      ['ArrowRight', 'one'],
    ]) {
      await userEvent.keyboard(`{${key}}`);
      expect(screen.getByRole('tabpanel')).toHaveTextContent(panel!);
    }
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

describe('OptionList', () => {
  it.each([
    [9, '9'],
    [10, null],
  ])('with keys, of %i options - the last has the key %s', (count, key) => {
    const options = Array.from({ length: count }, (_, i) => ({ value: `${i}`, label: `Option ${i + 1}` }));
    render(
      <OptionList keys legend="One" type="radio" options={options} values={[]} onChange={() => undefined} />,
    );
    expect(screen.getAllByRole('radio').at(-1)?.getAttribute('aria-keyshortcuts')).toBe(key);
  });
});

describe('a notice that disappears', () => {
  it.each([
    ['Save', 'Save'],
    ['Try Again', 'Photos'],
    ['Undo', 'Photos'],
  ])('while %s has the focus - leaves the focus to %s', (before, after) => {
    const action = { label: 'Undo', run: () => undefined };
    const page = (hasFailed: boolean) => (
      <Page title="Photos">
        {hasFailed && <Notice tone="failure" action={<button>Try Again</button>} />}
        {hasFailed && <Toast tone="info" text="Removed" action={action} onDismiss={action.run} />}
        <button>Save</button>
      </Page>
    );
    const { rerender } = render(page(true));
    screen.getByText(before).focus();
    rerender(page(false));
    expect(screen.getByText(after)).toHaveFocus();
  });
});

describe('a choice that is saved at once', () => {
  it('a list, disabled while it is saved - keeps the focus, says so, and stays closed and as it is', async () => {
    const onChange = jest.fn();
    const options = ['1', '2'].map((value) => ({ value, label: value }));
    const list = (disabled: boolean) => (
      <Select label="From" value="1" options={options} disabled={disabled} onChange={onChange} />
    );
    const { rerender } = render(list(false));
    const from = screen.getByLabelText('From');
    from.focus();
    expect(fireEvent.mouseDown(from)).toBe(true);
    fireEvent.change(from, { target: { value: '2' } });
    rerender(list(true));
    expect(from).toHaveFocus();
    expect(from).toHaveAttribute('aria-disabled', 'true');
    expect(fireEvent.mouseDown(from)).toBe(false);
    fireEvent.change(from, { target: { value: '2' } });
    expect(from).toHaveValue('1');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it.each(['switch', 'checkbox', 'radio'] as const)(
    'a %s, disabled while it is saved - keeps the focus, says so, and ignores a press',
    async (role) => {
      const onChange = jest.fn();
      const choice = (disabled: boolean) =>
        role === 'switch' ? (
          <Switch label="Pause" checked={false} disabled={disabled} onChange={onChange} />
        ) : (
          <OptionList
            legend="Of"
            type={role}
            options={[{ value: 'a', label: 'A', disabled }]}
            values={[]}
            onChange={onChange}
          />
        );
      const { rerender } = render(choice(false));
      const control = screen.getByRole(role);
      expect(control).not.toHaveAttribute('aria-disabled');
      await userEvent.click(control);
      rerender(choice(true));
      await userEvent.keyboard(' ');
      expect(control).toHaveFocus();
      expect(control).toHaveAttribute('aria-disabled', 'true');
      expect(control).not.toBeChecked();
      expect(onChange).toHaveBeenCalledTimes(1);
    },
  );
});

describe('Section', () => {
  it('with a heading - is a region of that name', () => {
    render(
      <Section title="Safety" aside="1 of 2">
        Text
      </Section>,
    );
    expect(screen.getByRole('region', { name: 'Safety' })).toHaveTextContent('Safety1 of 2Text');
  });
});

describe('Toast', () => {
  it('its action - dismisses it first; without a way to dismiss it has only the action', async () => {
    const done: string[] = [];
    const action = { label: 'Undo', run: () => done.push('undone') };
    const onDismiss = () => done.push('dismissed');
    const { rerender } = render(<Toast tone="info" text="Sent" action={action} onDismiss={onDismiss} />);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(done).toEqual(['dismissed', 'undone']);
    rerender(<Toast tone="info" text="Sent" action={action} />);
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });
});

it('a scale - has its low pole first', () => {
  render(<Scale legend="x" lowLabel="low" highLabel="high" value={4} onChange={() => undefined} />);
  expect(document.querySelector('.f-scale__poles')).toHaveTextContent(/^lowhigh$/);
});
