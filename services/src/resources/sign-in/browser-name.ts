/** The browser and operating system of a session, by their product names. */
export interface BrowserName {
  readonly browser: string | null;
  readonly system: string | null;
}

/** The first match counts: most browsers also claim to be Chrome or Safari. */
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

/** The names in a User-Agent, so that a student recognizes a device; nothing else of it is stored. */
export function browserNameOf(userAgent: string): BrowserName {
  const text = userAgent.slice(0, LONGEST);
  return { browser: firstOf(BROWSERS, text), system: firstOf(SYSTEMS, text) };
}
