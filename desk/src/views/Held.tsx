import { DESK_ROUTES, type HeldMailbox } from '@flint/contracts/desk';
import { Button, EmptyState } from '@flint/ui';
import { lengthOf } from '../times';
import { useAsked } from '../use-asked';
import { useNow } from '../use-now';
import { Asked } from './Asked';

/** Mailboxes whose date of birth waits for a decision. */
export function Held({ onOpen }: { readonly onOpen: (caseId: string) => void }) {
  const asked = useAsked(DESK_ROUTES.listHeld);
  return (
    <section className="page" aria-labelledby="held-title">
      <h1 id="held-title">Held mailboxes</h1>
      <p className="soft">
        Somebody gave a date of birth under 18. They are suggested to nobody until you have decided.
      </p>
      <Asked asked={asked} label="Loading held mailboxes">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No mailbox is held" drawing="done" />
          ) : (
            <ul className="rows">
              {items.map((item) => (
                <HeldRow key={item.mark} item={item} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </Asked>
    </section>
  );
}

function HeldRow({ item, onOpen }: { readonly item: HeldMailbox; readonly onOpen: (id: string) => void }) {
  const now = useNow();
  const { mark, since, isAccountGone, caseId } = item;
  return (
    <li>
      <span>
        <b>Mailbox {mark}</b>
        <span className="soft">
          {isAccountGone ? 'The account is gone; the hold waits for its return' : 'Has an account'}
        </span>
      </span>
      <span className="soft">held for {lengthOf(now - Date.parse(since))}</span>
      {caseId && (
        <Button size="s" data-row onClick={() => onOpen(caseId)}>
          Open the case
        </Button>
      )}
    </li>
  );
}
