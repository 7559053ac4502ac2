import * as z from 'zod/mini';
import * as LIMITS from '../limits';

/**
 * Limits of a foreign remote's frame (decision 049); one that exceeds them is removed, and its panel is shown. In a folder of its own: beside the
 * route tables the browser has no schemas (shape-only.ts).
 */
export const FRAME_LIMITS = {
  /** Characters of one message. */
  messageChars: LIMITS.jsonBodyBytes,
  messagesPerSecond: 100,
  /** Calls of the API, which the frame makes with the student's own allowance. */
  callsPerMinute: 60,
  /** Calls and files without an answer. */
  openRequests: 16,
  /** Height in pixels. */
  height: 20_000,
  /** Drafts on the device. */
  drafts: 20,
  /** Pieces of unsaved work that the shell names. */
  unsaved: 20,
  /** Entries that it adds to the history, and steps back: beyond it, it replaces the entry, and does not go back. */
  stepsPerSecond: 1,
  /** Entries that it replaces; the newest of more waits. Browsers refuse more than 100 changes of the history in ten seconds. */
  replacementsPerSecond: 4,
  /** Notices beyond it are not shown; the frame stays. */
  noticesPerTenSeconds: 5,
  /** Characters of a text that the shell shows. */
  textChars: 200,
} as const;

const text = (most: number) => z.string().check(z.maxLength(most));
const name = text(80);
/** Names a request; the answer has the same number. */
const n = z.int();

/** What a foreign remote's frame may say to the shell, as JSON. */
export const FrameMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello') }),
  z.strictObject({ type: z.literal('shown') }),
  z.strictObject({ type: z.literal('alive') }),
  z.strictObject({ type: z.literal('fail'), why: text(500) }),
  /** An error that nobody caught, once the screen was shown. */
  z.strictObject({ type: z.literal('threw') }),
  z.strictObject({
    type: z.literal('height'),
    pixels: z.number().check(z.gte(0), z.lte(FRAME_LIMITS.height)),
  }),
  z.strictObject({ type: z.literal('file'), n, name }),
  z.strictObject({
    type: z.literal('call'),
    n,
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: text(500),
    body: z.optional(z.unknown()),
    action: z.optional(text(FRAME_LIMITS.textChars)),
    idempotencyKey: z.optional(text(128)),
  }),
  z.strictObject({
    type: z.literal('goTo'),
    screen: name,
    params: z.optional(z.record(name, text(500))),
    replace: z.optional(z.boolean()),
  }),
  z.strictObject({ type: z.literal('back') }),
  /** A link to the outside was followed. The shell offers some of them. */
  z.strictObject({ type: z.literal('open'), url: text(1_000) }),
  z.strictObject({
    type: z.literal('notify'),
    text: text(FRAME_LIMITS.textChars),
    tone: z.enum(['success', 'failure', 'info']),
  }),
  z.strictObject({
    type: z.literal('unsaved'),
    key: name,
    text: z.nullable(text(FRAME_LIMITS.textChars)),
    keptOnDevice: z.optional(z.boolean()),
  }),
  /** Without a value the draft is dropped. */
  z.strictObject({ type: z.literal('draft'), name, value: z.optional(z.unknown()) }),
]);
export type FrameMessage = z.output<typeof FrameMessage>;
