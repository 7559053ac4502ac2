import { LIMITS } from '@flint/contracts';
import { t } from '@flint/texts';
import { Notice, Stack, TextArea, TextField } from '@flint/ui';
import { useEffect, useState } from 'react';
import type { FieldProps } from './types';

/** A text with its counter (spec 5). */
export function FreeTextField({ question, answer, onAnswer }: FieldProps<'text'>) {
  return (
    <TextArea
      label={t(question.title)}
      value={String(answer ?? '')}
      maxLength={question.maxLength ?? LIMITS.textMax}
      counter
      onChange={(event) => onAnswer(event.target.value || null)}
    />
  );
}

/** An email address; only the hint asks for .edu or .ca (spec 5). */
export function EmailField({ question, answer, onAnswer }: FieldProps<'email'>) {
  return (
    <TextField
      label={t(question.title)}
      type="email"
      hint={t('Use a .edu or .ca address')}
      value={String(answer ?? '')}
      onChange={(event) => onAnswer(event.target.value || null)}
    />
  );
}

/** A picture from the front camera; it never leaves this device (spec 2, 5). */
export function SelfieField({ question }: FieldProps<'selfie'>) {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const handleFile = (file: File | undefined) => setPreview(file ? URL.createObjectURL(file) : null);
  return (
    <Stack>
      <TextField
        label={t(question.title)}
        type="file"
        accept="image/*"
        capture="user"
        onChange={(event) => handleFile(event.target.files?.[0])}
      />
      <Notice tone="info">
        {t(
          'Look straight at the camera in good light: we check that a person is there (liveness), not how you look.',
        )}
      </Notice>
      {preview && <img className="f-photo onboarding__selfie" src={preview} alt={t('Your selfie')} />}
    </Stack>
  );
}
