import { DESK_ROUTES } from '@flint/contracts/desk';
import { Button, Section, Soft } from '@flint/ui';
import { ask } from '../ask';
import { momentOf } from '../times';
import type { Acting } from './acting';
import { DecisionFacts } from './DecidedPanel';

/** An appeal, decided by an operator who took no part in the decision. */
export function AppealPanel({ report, session, hold }: Acting) {
  const { id, decision } = report;
  if (!decision?.appeal) return null;
  const tookPart = [decision.by, decision.approvedBy].includes(session.operator);
  const decide = (outcome: 'upheld' | 'overturned', text: string) => () =>
    hold(text, () => ask(DESK_ROUTES.decideAppeal, { params: { id }, body: { outcome } }));
  return (
    <>
      <h2>Appeal</h2>
      <Section size="s" title={`What Student B says, ${momentOf(decision.appeal.at)}`}>
        <p className="said" translate="no">
          {decision.appeal.text}
        </p>
      </Section>
      <DecisionFacts decision={decision} />
      {tookPart ? (
        <Soft>You took part in the decision: someone else decides the appeal.</Soft>
      ) : (
        <>
          <Button
            variant="primary"
            full
            aria-keyshortcuts="1"
            onClick={decide('upheld', 'Upholding the decision.')}
          >
            Uphold the decision
          </Button>
          <Button full aria-keyshortcuts="2" onClick={decide('overturned', 'Taking the decision back.')}>
            Take the decision back
          </Button>
        </>
      )}
    </>
  );
}
