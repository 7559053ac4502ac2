import { WORDING, type BodyOf, type Offer, type Person, type ROUTES } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  api,
  holdAct,
  useCancelOfferMutation,
  useDispatch,
  useHeldAct,
  useRespondToOfferMutation,
  useWithdrawOfferMutation,
} from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { recordAlertMoment } from '../alerts/alert-moment';
import { currentOffer, failureText } from '../shared/failure';
import type { ClosedForm } from '../shared/use-send-offer';
import { recordAccepted } from './just-accepted';

type Answer = BodyOf<typeof ROUTES.respondToOffer>;
/** What a counter-offer carries. */
export type Counter = Pick<Answer, 'message' | 'rescheduleData'>;

const DONE = {
  accept: WORDING.offerAccepted,
  decline: WORDING.offerDeclined,
  reschedule: WORDING.offerRescheduled,
  withdraw: message('Offer withdrawn.'),
  cancel: message('Date called off. The other side sees it at once.'),
} as const;
type Kind = keyof typeof DONE;

/** Milliseconds until a card has moved. */
const MOVED_MS = 1_000;

/** Focuses the page's heading when a card moves after its answer, since its buttons are gone. */
export function focusHeadingAfterMove(): void {
  const until = performance.now() + MOVED_MS;
  const look = () => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Replaces an offer in the displayed list. */
export function useChangeOffer() {
  const dispatch = useDispatch();
  return (id: string, next: (offer: Offer) => Offer) =>
    dispatch(
      api.util.updateQueryData('listOffers', undefined, (list) => {
        list.items = list.items.map((offer) => (offer.id === id ? next(offer) : offer));
      }) as never,
    ) as unknown as { undo(): void };
}

interface Held {
  /** What it does, if the kind does not say enough. */
  readonly text?: string;
  readonly counter?: Counter;
  readonly form?: ClosedForm;
}

/**
 * Answers to one offer, sent after five seconds, unless the student undoes them. The list shows an answer once the server has accepted it
 * (spec 4: status and updatedAt), or the current offer if somebody was faster (409). `busyWith` names the one that waits or is under way.
 */
export function useAnswers(offer: Offer, partner: Person) {
  const { notify } = usePlatform();
  const [respond, responding] = useRespondToOfferMutation();
  const [withdraw, withdrawing] = useWithdrawOfferMutation();
  const [cancel, cancelling] = useCancelOfferMutation();
  const [heldKind, heldId] = useHeldAct()?.key.split(':') ?? [];
  const change = useChangeOffer();
  const { id } = offer;
  const { name } = partner;
  async function send(kind: Kind, { counter, form }: Held): Promise<boolean> {
    if (kind === 'accept') recordAccepted(id);
    const call =
      kind === 'withdraw'
        ? withdraw({ id })
        : kind === 'cancel'
          ? cancel({ id })
          : respond({ params: { id }, body: { offerId: id, action: kind, ...counter } });
    const { data, error } = await call;
    if (error === undefined) {
      change(id, () => data as Offer);
      focusHeadingAfterMove();
      // its ticket says it
      if (kind !== 'accept' || !document.getElementById(`offer-${id}`)) notify(t(DONE[kind]), 'success');
      if (kind === 'accept') recordAlertMoment();
      form?.onSent();
      return true;
    }
    const truth = currentOffer(error);
    if (truth) change(truth.id, () => truth);
    const problem = failureText(error);
    if (truth || !form?.reopen(problem)) notify(problem, 'failure');
    return false;
  }
  const texts: Record<Kind, () => string> = {
    accept: () => t('Accepting {name}’s offer', { name }),
    decline: () => t('Declining {name}’s offer', { name }),
    reschedule: () => t('Proposing another time to {name}', { name }),
    withdraw: () => t('Taking back your offer to {name}', { name }),
    cancel: () => t('Calling off your date with {name}', { name }),
  };
  return {
    busyWith: responding.isLoading
      ? responding.originalArgs!.body.action
      : withdrawing.isLoading
        ? ('withdraw' as const)
        : cancelling.isLoading
          ? ('cancel' as const)
          : heldId === id
            ? (heldKind as Kind)
            : null,
    hold: (kind: Kind, more: Held = {}) =>
      holdAct({
        key: `${kind}:${id}`,
        text: more.text ?? texts[kind](),
        send: () => send(kind, more),
        undo: () => void more.form?.reopen(null),
      }),
  };
}
