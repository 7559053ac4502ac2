import { Card, CardTitle, Stack } from '@flint/ui';
import type { ReactNode } from 'react';

interface SectionProps {
  /** The heading, and the name of the region. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A card of the profile or the settings with its heading. */
export function Section({ title, children }: SectionProps) {
  return (
    <Card as="section" aria-label={title}>
      <Stack>
        <CardTitle>{title}</CardTitle>
        {children}
      </Stack>
    </Card>
  );
}
