export const leaveBy: (close: () => Promise<void>, options?: { readonly withinMs?: number }) => void;
export const watchLeaving: () => void;
export const isLeaving: () => boolean;
