import * as z from 'zod/mini';

/** Icons that an entry may name: all of @flint/ui (the shell's icon-of.ts draws each). */
export const REGISTRY_ICONS = [
  'alert',
  'block',
  'calendar',
  'camera',
  'check',
  'clock',
  'download',
  'edit',
  'eye',
  'flag',
  'globe',
  'handshake',
  'heart',
  'mail',
  'pin',
  'search',
  'settings',
  'shield',
  'spark',
  'star',
  'user',
] as const;

/** Maximum lengths, because people read a registry. */
export const REGISTRY_LIMITS = { remotes: 40, screens: 8, keys: 8, routes: 20, bytes: 256_000 } as const;

const REMOTE_ID = /^(?=.{2,20}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SCREEN_ID = /^[a-z][a-zA-Z0-9]{0,19}$/;
const ROUTE = /^\/(?:[a-z0-9][a-z0-9-]{0,30}(?:\/[a-z0-9][a-z0-9-]{0,30})?)?$/;

const text = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, 'must not be empty'),
    z.maxLength(most, `has more than ${most} characters`),
    // a title is shown beside ours: it must not contain direction marks or invisible characters
    z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'has a character that cannot be shown'),
  );

/** One screen of a remote, as the shell shows it. */
const RegistryScreen = z.strictObject({
  id: z.string().check(z.regex(SCREEN_ID, 'is letters and digits, a small letter first, 20 at most')),
  route: z
    .string()
    .check(z.regex(ROUTE, 'is one or two parts of small letters, digits and hyphens, such as /clubs')),
  title: z.strictObject({ en: text(30), fr: text(30) }),
  icon: z.enum(REGISTRY_ICONS, `is one of ${REGISTRY_ICONS.join(', ')}`),
  /** Its position in the navigation; without one, only links lead to it. */
  place: z.optional(
    z.int('is a whole number').check(z.gte(0, 'is 0 or more'), z.lte(1_000, 'is at most 1000')),
  ),
  seenBy: z.enum(['visitors', 'students', 'testers'], 'is students or testers'),
});
export type RegistryScreen = z.output<typeof RegistryScreen>;

const instant = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'is no date'));

/** A public key whose owner may release the remote. */
const RegistryKey = z.strictObject({
  kid: text(60),
  name: text(60),
  // strict, so that the private half is refused, not stored
  jwk: z.strictObject({
    kty: z.literal('EC', 'is EC'),
    crv: z.literal('P-256', 'is P-256'),
    x: text(60),
    y: text(60),
  }),
  test: z.optional(z.literal(true, 'is true, or left out')),
  until: z.optional(instant),
  revoked: z.optional(instant),
});

/** A remote in the registry. */
export const RegistryEntry = z.strictObject({
  id: z.string().check(z.regex(REMOTE_ID, 'is 2 to 20 small letters, digits and single hyphens')),
  screens: z
    .array(RegistryScreen)
    .check(z.minLength(1, 'names no screen'), z.maxLength(REGISTRY_LIMITS.screens, 'are too many')),
  /** The origin of its releases; without one, they are in the platform's store. */
  origin: z.optional(z.string().check(z.maxLength(200, 'is too long'))),
  /** `foreign`: it runs in a frame without the page's origin, and calls only `routes`. Default: own, in the page. */
  trust: z.optional(z.enum(['own', 'foreign'], 'is own or foreign')),
  /** Routes of the API that a foreign remote may call, such as `GET /profile`; none by default. */
  routes: z.optional(z.array(z.string()).check(z.maxLength(REGISTRY_LIMITS.routes, 'are too many'))),
  keys: z._default(z.array(RegistryKey).check(z.maxLength(REGISTRY_LIMITS.keys, 'are too many')), []),
  /** Its owner. */
  owner: text(80),
  contact: z
    .string()
    .check(z.regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'is a mailto: or https: address')),
});
export type RegistryEntry = z.output<typeof RegistryEntry>;

/** First path segments that the specification or the server uses; no other team's remote can have them. */
export const PROTECTED_PARTS: ReadonlySet<string> = new Set([
  '',
  'auth',
  'onboarding',
  'availability',
  'photos',
  'profile',
  'offers',
  'matches',
  'api',
  'storage',
  'docs',
  'health',
  'metrics',
  'outbox',
  'remotes',
  'test-release',
  'testers',
]);
