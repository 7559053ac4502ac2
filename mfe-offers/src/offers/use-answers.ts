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
import { recordAccepted } from './just-accepted';

type Answer = BodyOf<typeof ROUTES.respondToOffer>;

const DONE: Readonly<Record<Answer['action'], string>> = {
  accept: WORDING.offerAccepted,
  decline: WORDING.offerDeclined,
  reschedule: WORDING.offerRescheduled,
};

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

/**
 * Answers to one offer. The list shows an answer once the server has accepted it (spec 4: status and updatedAt), or the current offer if
 * somebody was faster (409). Each function returns whether it worked; `busyWith` names the one in progress. An answer that ends something
 * can be undone for five seconds before it is sent.
 */
export function useAnswers(offer: Offer, partner: Person) {
  const { notify } = usePlatform();
  const [respond, responding] = useRespondToOfferMutation();
  const [withdraw, withdrawing] = useWithdrawOfferMutation();
  const [cancel, cancelling] = useCancelOfferMutation();
  const held = useHeldAct();
  const change = useChangeOffer();
  async function settle(call: Promise<{ data?: unknown; error?: unknown }>, text: string): Promise<boolean> {
    const { data, error } = await call;
    if (error === undefined) {
      change(offer.id, () => data as Offer);
      focusHeadingAfterMove();
      notify(t(text), 'success');
      return true;
    }
    const truth = currentOffer(error);
    if (truth) change(truth.id, () => truth);
    notify(failureText(error), 'failure');
    return false;
  }
  const answer = async (action: Answer['action'], more: Pick<Answer, 'message' | 'rescheduleData'> = {}) => {
    if (action === 'accept') recordAccepted(offer.id);
    const sent = respond({ params: { id: offer.id }, body: { offerId: offer.id, action, ...more } });
    const isDone = await settle(sent, DONE[action]);
    if (isDone && action === 'accept') recordAlertMoment();
    return isDone;
  };
  const { name } = partner;
  const ends = {
    decline: { text: () => t('Declining {name}’s offer', { name }), send: () => answer('decline') },
    withdraw: {
      text: () => t('Taking back your offer to {name}', { name }),
      send: () => settle(withdraw({ id: offer.id }), message('Offer withdrawn.')),
    },
    cancel: {
      text: () => t('Calling off your date with {name}', { name }),
      send: () =>
        settle(cancel({ id: offer.id }), message('Date called off. The other side sees it at once.')),
    },
  } as const;
  type End = keyof typeof ends;
  const keyOf = (kind: End) => `${kind}:${offer.id}`;
  return {
    busyWith: responding.isLoading
      ? responding.originalArgs!.body.action
      : withdrawing.isLoading
        ? ('withdraw' as const)
        : cancelling.isLoading
          ? ('cancel' as const)
          : ((Object.keys(ends) as End[]).find((kind) => held?.key === keyOf(kind)) ?? null),
    answer,
    /** Ends the offer after five seconds, unless the student undoes it. */
    end: (kind: End) => holdAct({ key: keyOf(kind), text: ends[kind].text(), send: ends[kind].send }),
  };
}
