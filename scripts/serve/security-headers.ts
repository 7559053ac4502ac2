/** Hashes of the scripts and styles inside a page. */
export interface Inline {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

interface Allowed {
  readonly remotes: readonly string[];
  /** The origin of a hosted Supabase project, if any. */
  readonly connect: readonly string[];
  /** Hashes of the page's inline content, as in CSP ('sha256-…'); default: none. */
  readonly inline?: Inline;
  /** Whether the page is reached by https: sends HSTS for a year. */
  readonly isSecure?: boolean;
}

const YEAR_SECONDS = 365 * 24 * 3600;
const NOTHING: Inline = { scripts: [], styles: [] };

/** The content security policy of the shell's page: our origin, the remotes', hashed inline content, no eval. */
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
    // the frames of foreign remotes
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The policy of a foreign remote's frame, whose only script of ours is in it: no address, no origin, no form that is sent, no other pages. */
function framePolicy({ scripts }: Inline): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')} blob:`,
    'img-src data: blob:',
    'font-src data: blob:',
    'media-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-forms',
  ].join('; ');
}

/** The headers of the gateway's files; the API sets its own. */
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

/** The headers of the document in which foreign remotes run. */
export const frameHeaders = (inline: Inline, isSecure: boolean): Record<string, string> => ({
  ...securityHeaders({ remotes: [], connect: [], isSecure }),
  'content-security-policy': framePolicy(inline),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'SAMEORIGIN',
});
