import {
  Avatar,
  Badge,
  Card,
  CardTitle,
  PhotoFrame,
  Row,
  Stack,
  Stat,
  type BadgeTone,
} from '../../src/index';
import { Section, Specimen } from '../Specimen';

const TONES: readonly BadgeTone[] = ['yellow', 'green', 'red', 'blue', 'purple', 'neutral', 'accent'];
const PORTRAIT = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><rect width="60" height="80" fill="#9ec5c1"/><path d="M0 80c4-26 56-26 60 0z" fill="#35524a"/><circle cx="30" cy="36" r="16" fill="#b98560"/><path d="M13 36a17 17 0 0 1 34 0c-6-8-20-12-34 0z" fill="#3b2519"/></svg>',
)}`;

export function Surfaces() {
  return (
    <Section title="Surfaces">
      {(['plain', 'soft', 'accent'] as const).map((tone) => (
        <Specimen key={tone} title={`Card: ${tone}`}>
          <Card tone={tone}>
            <Stack gap={3}>
              <Row>
                <Avatar name="Ann Lee" photoUrl={tone === 'plain' ? PORTRAIT : null} />
                <CardTitle level={3}>Coffee and a walk</CardTitle>
              </Row>
              <p>Campus café, Thursday at six.</p>
              <Row gap={2}>
                <Badge tone="yellow">Pending</Badge>
                <Badge>Neutral</Badge>
              </Row>
            </Stack>
          </Card>
        </Specimen>
      ))}
      <Specimen title="Badge">
        <Row gap={2}>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
      </Specimen>
      <Specimen title="Avatar: sizes, initials, a photo that does not load">
        <Row>
          <Avatar name="Ann Lee" size="s" />
          <Avatar name="Ann Lee" />
          <Avatar name="Ann Lee" size="l" />
          <Avatar name="Ann Lee" size="l" photoUrl={PORTRAIT} />
          <Avatar name="Bo Ray" size="l" photoUrl="data:image/png,broken" />
        </Row>
      </Specimen>
      <Specimen title="Stat">
        <dl className="f-row f-gap-8" style={{ alignItems: 'start' }}>
          <Stat label="Photos" value={4} />
          <Stat label="Hours" value={12} hint="each week" />
        </dl>
      </Specimen>
      <Specimen title="PhotoFrame">
        <Row>
          <div className="g-photo" style={{ width: '9rem' }}>
            <PhotoFrame name="Ann Lee" photoUrl={PORTRAIT} />
          </div>
          <div className="g-photo" style={{ width: '9rem' }}>
            <PhotoFrame name="Bo Ray" />
          </div>
        </Row>
      </Specimen>
    </Section>
  );
}
