import {
  Button,
  EmptyState,
  ErrorState,
  Notice,
  Progress,
  Row,
  Skeleton,
  Spinner,
  Stack,
} from '../../src/index';
import { Section, Specimen } from '../Specimen';

const TONES = ['success', 'failure', 'info', 'warning'] as const;

export function Feedback() {
  return (
    <Section title="Feedback">
      {TONES.map((tone) => (
        <Specimen key={tone} title={`Notice: ${tone}`}>
          <Notice tone={tone} title={`A ${tone}`} action={<Button size="s">Undo</Button>}>
            What happened, and what to do next.
          </Notice>
        </Specimen>
      ))}
      <Specimen title="Spinner">
        <Row gap={5}>
          <Spinner label="Loading" size="s" />
          <Spinner label="Loading" />
          <Spinner label="Loading" size="l" />
        </Row>
      </Specimen>
      <Specimen title="Skeleton">
        <Row>
          <Skeleton shape="circle" />
          <div style={{ flex: 1 }}>
            <Skeleton lines={3} />
          </div>
        </Row>
        <Skeleton shape="block" height="5rem" />
      </Specimen>
      <Specimen title="Progress">
        <Stack gap={3}>
          <Progress label="None" value={0} showText />
          <Progress label="Some" value={45} showText />
          <Progress label="All" value={6} max={6} showText />
        </Stack>
      </Specimen>
      <Specimen title="EmptyState" wide>
        <EmptyState
          drawing="matches"
          title="Nobody here yet"
          actions={<Button variant="primary">Go on</Button>}
        >
          <p>One sentence on why, and a way on.</p>
        </EmptyState>
      </Specimen>
      <Specimen title="ErrorState" wide>
        <ErrorState title="Not loaded" onRetry={() => undefined} detail="500 · req_7f3a">
          <p>The connection broke off.</p>
        </ErrorState>
      </Specimen>
    </Section>
  );
}
