/** Hashes of the scripts and styles inside a page. */
export interface Inline {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

interface Allowed {
  /** Origins remotes are loaded from. */
  readonly remotes: readonly string[];
  /** A sign-in service on another origin (a hosted Supabase project), if any. */
  readonly connect: readonly string[];
  /** Hashes of what is part of the page, as in CSP ('sha256-…'); none unless told. */
  readonly inline?: Inline;
  /** Students reach the page by https: browsers keep to that for a year. */
  readonly isSecure?: boolean;
}

const YEAR_SECONDS = 365 * 24 * 3600;
const NOTHING: Inline = { scripts: [], styles: [] };

/** Content security policy of the shell's page: our own origin, the remotes', inline what is named by its hash, nothing evaluated. */
export function contentSecurityPolicy({ remotes, connect, inline = NOTHING }: Allowed): string {
  const own = ["'self'", ...remotes].join(' ');
  return [
    "default-src 'none'",
    `script-src ${[own, ...inline.scripts].join(' ')}`,
    `style-src ${[own, ...inline.styles].join(' ')}`,
    `connect-src ${[own, ...connect].join(' ')}`,
    `img-src ${own} blob: data:`,
    `font-src ${own}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers of every file the gateway serves itself; the API sets its own. */
export function securityHeaders(allowed: Allowed): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(allowed),
    ...(allowed.isSecure && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/**
 * Headers of the service worker. Its policy lasts as long as its bytes do: it must not name today's origins of the remotes, or
 * a remote that moves could not be loaded. What the page may load is decided by the page's own policy before the worker is asked.
 */
export function workerHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...headers,
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self' https: http:",
  };
}
