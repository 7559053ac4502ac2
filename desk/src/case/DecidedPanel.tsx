import type { DeskCase } from '@flint/contracts/desk';
import { Section, Soft } from '@flint/ui';
import { momentOf } from '../times';
import { MEASURE_NAMES } from '../words';

type Decision = NonNullable<DeskCase['decision']>;

const OUTCOMES: Readonly<Record<Decision['outcome'], string>> = {
  upheld: 'It happened',
  dismissed: 'Closed without a measure',
  false: 'Made up',
};

/** The decision, its operator and the reason given to the person. */
export function DecisionFacts({ decision }: { readonly decision: Decision }) {
  const { outcome, measure, until, reason, note, by, approvedBy, at } = decision;
  return (
    <Section
      size="s"
      title={`${measure === 'none' ? OUTCOMES[outcome] : MEASURE_NAMES[measure]}${until ? ` until ${momentOf(until)}` : ''}`}
    >
      <Soft>
        {momentOf(at)}, by <span translate="no">{[by, approvedBy].filter(Boolean).join(' and ')}</span>
      </Soft>
      {reason && <p className="said">Student B was told: {reason}</p>}
      {note && <p className="said">Note: {note}</p>}
    </Section>
  );
}

/** A closed case. */
export function DecidedPanel({ report: { decision } }: { readonly report: DeskCase }) {
  if (!decision) return null;
  const { appeal } = decision;
  return (
    <>
      <h2>Decided</h2>
      <DecisionFacts decision={decision} />
      {appeal && (
        <Section
          size="s"
          title={`Appeal: ${appeal.outcome === 'overturned' ? 'the decision was taken back' : 'the decision was upheld'}`}
        >
          <Soft>
            by <span translate="no">{appeal.by}</span>
          </Soft>
          <p className="said" translate="no">
            {appeal.text}
          </p>
        </Section>
      )}
    </>
  );
}
