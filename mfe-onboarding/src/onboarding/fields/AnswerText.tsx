import { TextField } from '@flint/ui';
import { useState, type ComponentProps } from 'react';

interface AnswerTextProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onBlur'> {
  readonly value: string;
  readonly onText: (text: string) => void;
}

const stored = (text: string) => text.normalize('NFKC').trim();

/** A text of an answer. The server stores it without spaces around it; until the student leaves the field, it shows what was typed, unless the answer is another by then. */
export function AnswerText({ value, onText, ...rest }: AnswerTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      value={typed !== null && stored(typed) === stored(value) ? typed : value}
      counter
      onChange={({ target }) => {
        setTyped(target.value);
        onText(target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
