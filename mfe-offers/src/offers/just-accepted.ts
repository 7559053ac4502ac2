let accepted: string | null = null;

/** The offer that was accepted on this page, so that its ticket shows the celebration; null once that was shown. */
export const recordAccepted = (offerId: string | null) => {
  accepted = offerId;
};

/** Whether this offer was the last one accepted on this page. */
export const isJustAccepted = (offerId: string): boolean => accepted === offerId;
