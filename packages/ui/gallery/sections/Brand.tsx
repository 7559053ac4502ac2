import { Drawing, Icon, ICON_NAMES, Mark, Row, Wordmark, type DrawingName } from '../../src/index';
import { Section, Specimen } from '../Specimen';

const DRAWINGS: readonly DrawingName[] = [
  'welcome',
  'offers',
  'matches',
  'calendar',
  'photos',
  'done',
  'offline',
  'broken',
];

export function Brand() {
  return (
    <Section title="Identity">
      <Specimen title="Mark and Wordmark">
        <Row gap={5}>
          <Mark size={64} />
          <Mark />
          <Mark size={20} />
          <Wordmark name="Flint" />
        </Row>
      </Specimen>
      <Specimen title="Drawing" wide>
        <div className="g-tiles" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))' }}>
          {DRAWINGS.map((name) => (
            <div key={name} className="g-tile">
              <Drawing name={name} />
              {name}
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen title="Icon" wide>
        <div className="g-tiles">
          {ICON_NAMES.map((name) => (
            <div key={name} className="g-tile">
              <Icon name={name} size={24} />
              {name}
            </div>
          ))}
        </div>
      </Specimen>
    </Section>
  );
}
