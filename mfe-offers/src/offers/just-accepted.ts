let accepted: string | null = null;

/** Notes the offer that is being accepted here, so that its ticket makes a moment of it. */
export const noteAccepted = (offerId: string) => {
  accepted = offerId;
};

/** Whether this offer was the last one accepted on this page. */
export const isJustAccepted = (offerId: string): boolean => accepted === offerId;
