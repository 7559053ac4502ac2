import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, Chips, Dialog, ErrorState, Notice, OptionList, RangeSlider, Tabs, TextField } from './index';

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

describe('Chips', () => {
  it('at the maximum - further chips are disabled - chosen ones can be deselected', async () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    function Harness() {
      const [values, setValues] = useState<string[]>(['a']);
      return <Chips legend="Pick" options={options} values={values} max={2} onChange={setValues} />;
    }
    render(<Harness />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'b' }));
    expect(screen.getByRole('checkbox', { name: 'c' })).toBeDisabled();
    expect(screen.getByText('2 of 2 chosen')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'a' }));
    expect(screen.getByRole('checkbox', { name: 'c' })).toBeEnabled();
  });
});

describe('Chips, full', () => {
  it('another chip pressed - replaces the named one, and nothing changes before', async () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
    function Harness() {
      const [values, setValues] = useState<string[]>(['a', 'b']);
      return <Chips legend="Pick" options={options} values={values} max={2} onChange={setValues} />;
    }
    render(<Harness />);
    fireEvent.pointerUp(screen.getByText('C'));
    expect(screen.getByRole('checkbox', { name: 'C' })).not.toBeChecked();
    const swap = screen.getByRole('group', { name: 'Swap in “C” for' });
    await userEvent.click(within(swap).getByRole('button', { name: 'A' }));
    expect(screen.getByRole('checkbox', { name: 'C' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'B' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'A' })).not.toBeChecked();
    expect(swap).not.toBeInTheDocument();
  });
});

describe('OptionList', () => {
  it('by keyboard - arrows choose within the group', async () => {
    const onChange = jest.fn();
    render(
      <OptionList
        legend="One"
        type="radio"
        options={[
          { value: 'x', label: 'X' },
          { value: 'y', label: 'Y' },
        ]}
        values={['x']}
        onChange={onChange}
      />,
    );
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(onChange).toHaveBeenCalledWith(['y']);
  });
});

describe('RangeSlider', () => {
  it('a thumb beyond the other - is clamped to it (S5.6.1)', () => {
    const onChange = jest.fn();
    render(
      <RangeSlider
        legend="Ages"
        min={18}
        max={30}
        value={[20, 25]}
        onChange={onChange}
        format={(v) => (v === 30 ? '30+' : String(v))}
      />,
    );
    const [low, high] = screen.getAllByRole('slider') as [HTMLInputElement, HTMLInputElement];
    const set = (input: HTMLInputElement, value: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    set(low, '28');
    set(high, '19');
    expect(onChange.mock.calls).toEqual([[[25, 25]], [[20, 20]]]);
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

describe('Dialog', () => {
  it('open - is named by its title - and its close button closes', async () => {
    const onClose = jest.fn();
    render(
      <Dialog open title="Crop" onClose={onClose}>
        Body
      </Dialog>,
    );
    expect(screen.getByRole('dialog', { name: 'Crop' })).toHaveTextContent('Body');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalled();
  });
});

describe('Notice and ErrorState', () => {
  it('failures - are alerts; others are announced politely', () => {
    const { rerender } = render(<Notice tone="failure">No</Notice>);
    expect(screen.getByRole('alert')).toHaveTextContent('No');
    rerender(<Notice tone="success">Yes</Notice>);
    expect(screen.getByRole('status')).toHaveTextContent('Yes');
  });

  it('an error with a retry - offers it', async () => {
    const onRetry = jest.fn();
    render(<ErrorState title="Broken" onRetry={onRetry} />);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalled();
  });
});
