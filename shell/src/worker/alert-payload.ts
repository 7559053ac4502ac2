/** The content of a push after it was checked: anybody who knows the address of the subscription can send one. */
export interface AlertPayload {
  readonly title: string;
  readonly body: string;
  /** A second alert of this tag replaces the first. */
  readonly tag: string;
  /** A path of our own origin. */
  readonly path: string;
  /** Sent back once the alert is shown. */
  readonly receipt: string | null;
}

const TITLE_MAX = 80;
const BODY_MAX = 200;
const TAG_MAX = 120;
const RECEIPT_MAX = 2_000;
const OFFERS = '/offers';

/** Shown for a push that cannot be parsed: browsers require that each push shows something. */
const PLAIN = {
  en: 'There is news for you.',
  fr: 'Il y a du nouveau pour vous.',
} as const;
export type AlertLanguage = keyof typeof PLAIN;

export const alertLanguage = (tag: string): AlertLanguage => (/^fr\b/i.test(tag) ? 'fr' : 'en');

export const plainAlert = (language: AlertLanguage): AlertPayload => ({
  title: PLAIN[language],
  body: '',
  tag: 'plain',
  path: OFFERS,
  receipt: null,
});

const shortened = (value: unknown, max: number): string | null => {
  if (typeof value !== 'string' || value.trim() === '') return null;
  // by characters: half a surrogate pair would be shown as a box
  return value.length <= max
    ? value
    : `${Array.from(value.slice(0, max * 2))
        .slice(0, max - 1)
        .join('')}…`;
};

/** A path of `own`; every other address becomes the path of the offers. */
export function ownPath(value: unknown, own: string): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > 500) return OFFERS;
  try {
    const url = new URL(value, own);
    return url.origin === own ? url.pathname + url.search : OFFERS;
  } catch {
    return OFFERS;
  }
}

/** Parses a push. One without title, body or tag becomes the general sentence. Never throws. */
export function readAlert(text: string | undefined, own: string, language: AlertLanguage): AlertPayload {
  const plain = plainAlert(language);
  try {
    const { title, body, tag, path, receipt } = JSON.parse(text ?? '') as Record<string, unknown>;
    const texts = [shortened(title, TITLE_MAX), shortened(body, BODY_MAX)] as const;
    if (!texts[0] || !texts[1] || typeof tag !== 'string' || tag === '' || tag.length > TAG_MAX) return plain;
    const isReceipt = typeof receipt === 'string' && receipt !== '' && receipt.length <= RECEIPT_MAX;
    const judged = { tag, path: ownPath(path, own), receipt: isReceipt ? receipt : null };
    return { title: texts[0], body: texts[1], ...judged };
  } catch {
    return plain;
  }
}
