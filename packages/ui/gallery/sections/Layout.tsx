import { useState } from 'react';
import { Button, Card, CardTitle, SplitView, Stack } from '../../src/index';
import { Section, Specimen } from '../Specimen';

const DATES = ['Coffee and a walk', 'Board games', 'Live music'] as const;

export function Layout() {
  const [chosen, setChosen] = useState<(typeof DATES)[number] | null>(null);
  return (
    <Section title="Layout">
      <Specimen title="SplitView: two panes from 900 px on, one below" wide>
        <SplitView
          id="gallery"
          label="Width of the list"
          narrow={chosen ? 'end' : 'start'}
          start={
            <Stack gap={3}>
              {DATES.map((date) => (
                <Card key={date} padding="s" tone={chosen === date ? 'accent' : 'plain'}>
                  <Button
                    full
                    variant="quiet"
                    aria-current={chosen === date || undefined}
                    onClick={() => setChosen(date)}
                  >
                    {date}
                  </Button>
                </Card>
              ))}
            </Stack>
          }
          end={
            <Card padding="l">
              <Stack>
                <CardTitle level={3}>{chosen ?? 'Nothing chosen'}</CardTitle>
                <p>Campus café, Thursday at six.</p>
                <Button onClick={() => setChosen(null)}>Back to the list</Button>
              </Stack>
            </Card>
          }
        />
      </Specimen>
    </Section>
  );
}
