import { Button, Stack } from '@flint/ui';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

interface FormProps {
  readonly title: string;
  readonly submit: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** One step of signing in. */
export function DoorForm({ title, submit, onSubmit, children }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // focus the only field of the step
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onSubmit();
    setBusy(false);
  };
  return (
    <form ref={form} onSubmit={(event) => void handleSubmit(event)}>
      <Stack gap={4}>
        <h1>{title}</h1>
        {children}
        <Button variant="primary" type="submit" busy={isBusy} full>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
