import { DESK_ROUTES } from '@flint/contracts/desk';
import { Button, Kbd, Section, Soft } from '@flint/ui';
import { ask } from '../ask';
import { momentOf } from '../times';
import type { Acting } from './acting';
import { LetterPreview } from './LetterPreview';

/** A proposed ban: a second operator approves or rejects it; its proposer can only withdraw it. */
export function ProposalPanel({ report, session, hold }: Acting) {
  const { id, version, proposal } = report;
  if (!proposal) return null;
  const isOwn = proposal.by === session.operator;
  const answerWith = (answer: 'approve' | 'send_back', text: string) => () =>
    hold(text, () => ask(DESK_ROUTES.answerProposal, { params: { id }, body: { answer, version } }));
  return (
    <>
      <h2>Ban proposed</h2>
      <Section size="s" title="Four eyes" aside={<Soft>1 of 2</Soft>}>
        <p>
          <strong translate="no">{proposal.by}</strong> proposed on {momentOf(proposal.at)}
        </p>
        {proposal.note && (
          <p className="said" translate="no">
            {proposal.note}
          </p>
        )}
        <p className="said">
          Student B would be told: <span translate="no">{proposal.reason}</span>
        </p>
        <Soft>Until this is answered Student B is held: no new offers, a week at most.</Soft>
      </Section>
      <LetterPreview id={id} draft={{ choice: 'ban', reason: proposal.reason, note: '' }} />
      {isOwn ? (
        <Soft>You proposed it: someone else approves it.</Soft>
      ) : (
        <Button
          variant="primary"
          full
          aria-keyshortcuts="a"
          onClick={answerWith('approve', 'Approving the ban.')}
        >
          Approve the ban <Kbd>a</Kbd>
        </Button>
      )}
      <Button full aria-keyshortcuts="b" onClick={answerWith('send_back', 'Sending it back to the queue.')}>
        {isOwn ? 'Take it back' : 'Send it back'} <Kbd>b</Kbd>
      </Button>
    </>
  );
}
