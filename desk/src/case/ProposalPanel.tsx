import { DESK_ROUTES } from '@flint/contracts/desk';
import { holdAct } from '@flint/remote-kit/data';
import { Button, Kbd, Notice } from '@flint/ui';
import { ask } from '../ask';
import { momentOf } from '../times';
import type { Acting } from './acting';
import { LetterPreview } from './LetterPreview';

/** A proposed ban: a second operator approves or rejects it; its proposer can only withdraw it. */
export function ProposalPanel({ report, session, failure, onDone }: Acting) {
  const { id, proposal } = report;
  if (!proposal) return null;
  const isOwn = proposal.by === session.operator;
  const answerWith = (answer: 'approve' | 'send_back', text: string) => () =>
    holdAct({
      key: `proposal:${id}`,
      text,
      send: async () => onDone(await ask(DESK_ROUTES.answerProposal, { params: { id }, body: { answer } })),
    });
  return (
    <>
      <h2>Ban proposed</h2>
      <section className="eyes" aria-label="Four eyes">
        <h3>
          Four eyes <span className="soft">1 of 2</span>
        </h3>
        <p>
          <b translate="no">{proposal.by}</b>
          <span className="soft">proposed on {momentOf(proposal.at)}</span>
        </p>
        {proposal.note && (
          <p className="said" translate="no">
            {proposal.note}
          </p>
        )}
        <p className="soft">Until this is answered Student B is held: no new offers, a week at most.</p>
      </section>
      <LetterPreview id={id} draft={{ choice: 'ban', reason: proposal.reason, note: '' }} />
      {failure && <Notice tone="failure">{failure.text}</Notice>}
      {isOwn ? (
        <p className="soft">You proposed it: somebody else approves it.</p>
      ) : (
        <Button variant="primary" full data-key="a" onClick={answerWith('approve', 'Approving the ban.')}>
          Approve the ban <Kbd>a</Kbd>
        </Button>
      )}
      <Button full data-key="b" onClick={answerWith('send_back', 'Sending it back to the queue.')}>
        {isOwn ? 'Take it back' : 'Send it back'} <Kbd>b</Kbd>
      </Button>
    </>
  );
}
