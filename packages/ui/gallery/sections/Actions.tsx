import { useState } from 'react';
import {
  Button,
  buttonClass,
  Icon,
  IconButton,
  Kbd,
  LanguageSwitch,
  Row,
  Stack,
  Tabs,
} from '../../src/index';
import { Section, Specimen } from '../Specimen';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const PANELS = { received: 'What others proposed to you.', sent: 'What you proposed.' };

export function Actions() {
  const [tab, setTab] = useState<keyof typeof PANELS>('received');
  return (
    <Section title="Actions">
      <Specimen title="Button: variants">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen title="LanguageSwitch">
        <LanguageSwitch value="en" onChange={() => undefined} />
      </Specimen>
      <Specimen title="Button: disabled">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} disabled>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen title="Button: busy">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} busy>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen title="Button: sizes and icon">
        <Row>
          <Button variant="primary" size="s" icon={<Icon name="plus" />}>
            Small
          </Button>
          <Button variant="primary" icon={<Icon name="check" />}>
            Medium
          </Button>
          <Button variant="primary" size="l" icon={<Icon name="spark" />}>
            Large
          </Button>
        </Row>
      </Specimen>
      <Specimen title="Button: full width">
        <Stack gap={3}>
          <Button variant="primary" full>
            Full width
          </Button>
          <Button full>A label long enough that it has to break onto a second line on a phone</Button>
        </Stack>
      </Specimen>
      <Specimen title="buttonClass on a link; IconButton; Kbd">
        <Row>
          <a className={buttonClass({ variant: 'secondary' })} href="#link">
            A link
          </a>
          <IconButton label="Edit" icon={<Icon name="edit" />} />
          <IconButton label="Remove" icon={<Icon name="trash" />} disabled />
          <span>
            <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
          </span>
        </Row>
      </Specimen>
      <Specimen title="Tabs" wide>
        <Tabs
          label="Example"
          tabs={[
            { id: 'received', label: 'Received', count: 7 },
            { id: 'sent', label: 'Sent', count: 0 },
          ]}
          selected={tab}
          onSelect={(id) => setTab(id as keyof typeof PANELS)}
        >
          {PANELS[tab]}
        </Tabs>
      </Specimen>
    </Section>
  );
}
