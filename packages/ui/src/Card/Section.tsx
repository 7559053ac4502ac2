import { useId, type ReactNode } from 'react';
import { Label, Row, Stack } from '../Layout/Layout';
import { Card, CardTitle } from './Card';

interface SectionProps {
  /** The heading, and the name of the region. */
  readonly title: ReactNode;
  /** 's': a part of a case or a form, with a small heading. */
  readonly size?: 's' | 'm';
  /** Beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A card with its heading. */
export function Section({ title, size = 'm', aside, children }: SectionProps) {
  const id = useId();
  return (
    <Card as="section" padding={size} aria-labelledby={id}>
      <Stack gap={size === 's' ? 2 : 4}>
        <Row between>
          {size === 's' ? (
            <Label as="h2" id={id}>
              {title}
            </Label>
          ) : (
            <CardTitle id={id}>{title}</CardTitle>
          )}
          {aside}
        </Row>
        {children}
      </Stack>
    </Card>
  );
}
