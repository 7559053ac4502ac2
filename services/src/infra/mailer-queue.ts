import type { Logger } from 'pino';
import type { Mail } from './mail';

/** Delays between attempts; after the last one the message is dropped. */
const RETRY_AFTER_MS = [1_000, 5_000, 20_000, 60_000, 180_000];
const AT_ONCE = 4;
/** Most waiting messages; beyond it the mail server has been down so long that codes would have expired. */
const HELD_MAX = 10_000;

/**
 * `later` and `refused` concern this recipient alone: their mailbox takes no mail for now, or never. `given_up`: not tried any more, for a cause that
 * may concern everybody.
 */
export type MailResult = 'delivered' | 'again' | 'later' | 'refused' | 'given_up';

/** What follows the only try of a message. Returns the result that counts. */
export type After = (result: MailResult) => Promise<MailResult>;

interface Item {
  readonly mail: Mail;
  readonly after?: After | undefined;
  attempt: number;
}

interface Options {
  readonly deliver: (mail: Mail) => Promise<void>;
  readonly log: Logger;
  /** Called after each attempt with its result and the number of waiting messages. */
  readonly onAttempt?: (result: MailResult, waiting: number) => void;
  readonly retryAfterMs?: readonly number[];
}

/** An answer about the sender (421, or an enhanced code for policy, 4.7.1), which servers give to the recipient's line, too. */
const OF_SENDER = /^421|^\d{3}[ -]\d\.7\./;

/** What a failure says. Only the recipient's refusal is for good: a wrong password or a full disk of our server ends with any code. */
function resultOf(error: unknown): 'again' | 'later' | 'refused' {
  const {
    command,
    responseCode,
    response = '',
  } = error as {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  if (command !== 'RCPT TO' || OF_SENDER.test(response)) return 'again';
  return Number(responseCode) >= 500 ? 'refused' : 'later';
}

/** Delivers messages in the background, a few in parallel, with retries. Logs no address and no content. */
export function createMailQueue({ deliver, log, retryAfterMs = RETRY_AFTER_MS, onAttempt }: Options) {
  const waiting: Item[] = [];
  const timers = new Map<NodeJS.Timeout, Item>();
  let running = 0;
  let closed = false;
  let idle: (() => void)[] = [];

  const settle = () => {
    if (running + waiting.length + timers.size > 0) return;
    for (const resolve of idle.splice(0)) resolve();
  };

  const later = (item: Item) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        waiting.push(item);
        pump();
      },
      retryAfterMs[item.attempt - 1],
    );
    timer.unref();
    timers.set(timer, item);
  };

  const end = (after: After, result: MailResult) =>
    after(result).catch((error: unknown) => {
      log.error({ err: error }, 'the result of a mail was not kept');
      return result;
    });

  const attempt = async (item: Item) => {
    item.attempt += 1;
    let result: MailResult = 'delivered';
    try {
      await deliver(item.mail);
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      result = resultOf(error);
      const isTried = item.after ? true : !closed && item.attempt <= retryAfterMs.length;
      const again = result !== 'refused' && isTried;
      if (result === 'again' && !again) result = 'given_up';
      log[again ? 'warn' : 'error'](
        { code, responseCode, attempt: item.attempt, again },
        'mail not delivered',
      );
      if (!again) item.mail.onGivenUp?.();
      else if (!item.after) later(item);
    } finally {
      if (item.after) result = await end(item.after, result);
      running -= 1;
      onAttempt?.(result, running + waiting.length + timers.size);
      pump();
      settle();
    }
  };

  function pump() {
    while (running < AT_ONCE && waiting.length > 0) {
      const item = waiting.shift() as Item;
      running += 1;
      // later, so that the response to the request is sent first
      setImmediate(() => void attempt(item));
    }
  }

  const settled = () =>
    new Promise<void>((resolve) => {
      idle.push(resolve);
      settle();
    });

  return {
    add(mail: Mail, after?: After): void {
      if (closed || waiting.length + timers.size >= HELD_MAX) {
        log.error('mail not taken: the queue is full or closed');
        if (after) void end(after, 'again');
        else mail.onGivenUp?.();
        return;
      }
      waiting.push({ mail, after, attempt: 0 });
      pump();
    },
    settled,
    async close(): Promise<void> {
      closed = true;
      for (const [timer, item] of timers) {
        clearTimeout(timer);
        waiting.push(item);
      }
      timers.clear();
      pump();
      await settled();
    },
  };
}
