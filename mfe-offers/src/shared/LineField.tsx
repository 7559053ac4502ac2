import { LIMITS } from '@flint/contracts';
import { t } from '@flint/texts';
import { Button, Icon, icons, Row, TextArea } from '@flint/ui';
import { useState } from 'react';

const focusOn = (field: HTMLElement | null) => field?.focus();

interface LineFieldProps {
  /** Who reads it. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The message of an offer: one button until the student wants to write. */
export function LineField({ name, value, onChange }: LineFieldProps) {
  const [isWriting, setWriting] = useState(false);
  if (!isWriting && !value) {
    return (
      <Row>
        <Button
          size="s"
          variant="quiet"
          icon={<Icon path={icons.edit} size={18} />}
          onClick={() => setWriting(true)}
        >
          {t('Add a line for {name}', { name })}
        </Button>
      </Row>
    );
  }
  return (
    <TextArea
      label={t('Message (optional)')}
      rows={2}
      value={value}
      maxLength={LIMITS.offerMessageMax}
      counter
      ref={isWriting ? focusOn : null}
      onChange={(event) => {
        setWriting(true);
        onChange(event.target.value);
      }}
    />
  );
}
