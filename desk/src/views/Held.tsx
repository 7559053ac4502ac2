import { DESK_ROUTES, type HeldMailbox } from '@flint/contracts/desk';
import { useNow } from '@flint/remote-kit/data';
import { Button, DoneDrawing, EmptyState, Items, ItemText, Page, Soft } from '@flint/ui';
import { lengthOf } from '../times';
import { useAsked } from '../use-asked';
import { Asked } from './Asked';

/** Mailboxes whose date of birth waits for a decision. */
export function Held({ onOpen }: { readonly onOpen: (caseId: string) => void }) {
  const asked = useAsked(DESK_ROUTES.listHeld);
  return (
    <Page
      width="wide"
      title="Held mailboxes"
      lead="These students entered a date of birth under 18. They get no matches until you decide."
    >
      <Asked asked={asked} label="Loading held mailboxes">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No mailbox is held" drawing={<DoneDrawing />} />
          ) : (
            <Items framed>
              {items.map((item) => (
                <HeldRow key={item.mark} item={item} onOpen={onOpen} />
              ))}
            </Items>
          )
        }
      </Asked>
    </Page>
  );
}

function HeldRow({ item, onOpen }: { readonly item: HeldMailbox; readonly onOpen: (id: string) => void }) {
  const now = useNow();
  const { mark, since, isAccountGone, caseId } = item;
  return (
    <li className="f-item">
      <ItemText title={`Mailbox ${mark}`}>
        {isAccountGone ? 'The account was deleted; the hold applies if they return' : 'Has an account'}
      </ItemText>
      <Soft as="span">held for {lengthOf(now - Date.parse(since))}</Soft>
      {caseId && (
        <Button size="s" onClick={() => onOpen(caseId)}>
          Open the case
        </Button>
      )}
    </li>
  );
}
