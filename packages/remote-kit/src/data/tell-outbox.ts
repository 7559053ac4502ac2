import type { Outbox } from '../outbox/outbox';

/** What the endpoints of the API get from their store. */
export interface StoreExtra {
  outbox: Outbox | null;
}

type Told = Readonly<Record<string, readonly (readonly [key: string, value: unknown])[]>>;

interface Read<T, D> {
  readonly extra: unknown;
  readonly dispatch: D;
  readonly queryFulfilled: Promise<{ readonly data: T; readonly meta?: boolean | undefined }>;
}

/** Forwards the response to a read to the outbox; a response that may be older than a write is ignored, and read again. */
export const forwardReadToOutbox =
  <T, D>(kinds: readonly string[], toldOf: (data: T) => Told, readAgain: (dispatch: D) => unknown) =>
  async (_arg: unknown, { extra, dispatch, queryFulfilled }: Read<T, D>): Promise<void> => {
    const { outbox } = extra as StoreExtra;
    const reads = kinds.map((kind) => [kind, outbox?.beginRead(kind)] as const);
    const answer = await queryFulfilled.catch(() => null); // the hook has the failure
    if (!answer) return;
    const told = toldOf(answer.data);
    const isOutdated =
      reads.filter(([kind, tell]) => tell?.(new Map(told[kind]), answer.meta) === false).length > 0;
    if (isOutdated) readAgain(dispatch);
  };
