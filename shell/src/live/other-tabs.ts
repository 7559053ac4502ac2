import type { Data } from '../platform/opened-data';
import { unsaved } from '../platform/unsaved';

/** Another tab that has something only it has says so within this time, unless it sleeps. */
const HEARD_MS = 250;
/** Longest wait until such tabs have sent it. */
const SENT_MS = 5_000;

type Message = 'send' | 'holds' | 'sent' | 'kept';

const channelOf = (userId: string) =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`flint:held:${userId}`);

const post = (channel: BroadcastChannel | null, message: Message) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is of this origin
  channel?.postMessage(message);

/** Whether this tab has work that is neither at the server nor on the device, as when the device is full. */
const isOnlyHere = () => unsaved.get().some(([, , keptOnDevice]) => !keptOnDevice);

/** Sends what only this tab has, a held action included, when another tab asks before it signs out. Returns a function that stops. */
export function sendWhenAsked(
  userId: string,
  { heldAct, sendAll }: Pick<Data['module'], 'heldAct' | 'sendAll'>,
  { outbox }: Pick<Data['store'], 'outbox'>,
): () => void {
  const channel = channelOf(userId);
  const handleMessage = async ({ data }: MessageEvent) => {
    if (data !== 'send' || !(heldAct.get()?.send || isOnlyHere())) return;
    post(channel, 'holds');
    post(channel, (await sendAll(outbox)) && !isOnlyHere() ? 'sent' : 'kept');
  };
  channel?.addEventListener('message', (event) => void handleMessage(event));
  return () => channel?.close();
}

/** Asks the student's other tabs to send what only they have; resolves to whether they have. */
export function sendInOtherTabs(userId: string): Promise<boolean> {
  const channel = channelOf(userId);
  if (!channel) return Promise.resolve(true);
  return new Promise((resolve) => {
    let [holding, isSent] = [0, true];
    const end = () => {
      clearTimeout(timer);
      channel.close();
      resolve(isSent && holding === 0);
    };
    let timer = setTimeout(end, HEARD_MS);
    channel.addEventListener('message', ({ data }) => {
      // of a third tab that signs out, too
      if (data === 'send') return;
      clearTimeout(timer);
      holding += data === 'holds' ? 1 : -1;
      isSent &&= data !== 'kept';
      timer = setTimeout(end, holding > 0 ? SENT_MS : HEARD_MS);
    });
    post(channel, 'send');
  });
}
