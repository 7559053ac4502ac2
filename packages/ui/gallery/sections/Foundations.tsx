import { Row, Stack } from '../../src/index';
import { Section, Specimen } from '../Specimen';

const COLOURS = [
  'bg',
  'surface',
  'surface-2',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'ember',
  'ember-hover',
  'ember-soft',
  'ember-ink',
  'danger',
  'danger-soft',
  'yellow-soft',
  'green-soft',
  'red-soft',
  'blue-soft',
  'purple-soft',
  'focus',
];
const TEXT = ['2xl', 'xl', 'l', 'm', 's', 'xs'];
const SPACE = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16];

export function Foundations() {
  return (
    <Section title="Foundations">
      <Specimen title="Colours by role" wide>
        <div className="g-swatches">
          {COLOURS.map((name) => (
            <div key={name} className="g-swatch">
              <span style={{ background: `var(--f-${name})` }} />
              <span>{name}</span>
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen title="Type">
        <Stack gap={2}>
          {TEXT.map((size) => (
            <p key={size} style={{ fontSize: `var(--f-text-${size})` }}>
              {size}: Coffee on Thursday?
            </p>
          ))}
        </Stack>
      </Specimen>
      <Specimen title="Space">
        <Stack gap={2}>
          {SPACE.map((step) => (
            <span key={step} className="g-space" style={{ width: `var(--f-${step})` }} />
          ))}
        </Stack>
      </Specimen>
      <Specimen title="Corners and elevation">
        <Row gap={4}>
          {(['s', '', 'l'] as const).map((radius, index) => (
            <span
              key={radius}
              className="g-box"
              style={{
                width: '6rem',
                borderRadius: `var(--f-radius${radius && `-${radius}`})`,
                boxShadow: `var(--f-shadow-${index + 1})`,
              }}
            >
              {radius || 'm'}
            </span>
          ))}
        </Row>
      </Specimen>
    </Section>
  );
}
