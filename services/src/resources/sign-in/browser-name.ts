/** The browser and the system of a session, by the names their makers give them. */
export interface BrowserName {
  readonly browser: string | null;
  readonly system: string | null;
}

/** First match counts: most browsers also claim to be Chrome or Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const LONGEST = 512;

const firstOf = (table: typeof BROWSERS, text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** What a User-Agent says, as far as a student needs it to know a device again; nothing else of it is kept. */
export function browserNameOf(userAgent: string): BrowserName {
  const text = userAgent.slice(0, LONGEST);
  return { browser: firstOf(BROWSERS, text), system: firstOf(SYSTEMS, text) };
}
