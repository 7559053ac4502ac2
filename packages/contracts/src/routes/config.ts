import * as z from 'zod/mini';
import { defineRoute } from '../route';

export const Config = z.object({
  appName: z.string(),
  universityName: z.string(),
  universityEmailHost: z.string(),
  /** Whether its subdomains count, too. */
  universityEmailSubdomains: z.optional(z.boolean()),
  /** Whether `ann+tag@` is accepted as `ann@`; absent means no. */
  universityEmailPlusTags: z.optional(z.boolean()),
  /** Emergency contacts, shown with every date; `url` is a tel: or https: address. */
  safetyContacts: z.optional(z.array(z.object({ name: z.string(), label: z.string(), url: z.string() }))),
  universityTimezone: z.string(),
  /** Base address of the sign-in service; null means the page's own origin. */
  supabaseUrl: z.nullable(z.string()),
  /** The public (anonymous) key of the sign-in service. */
  supabaseKey: z.string(),
});
export type Config = z.output<typeof Config>;

export const readConfig = defineRoute({
  name: 'readConfig',
  call: 'GET /config',
  summary: 'What the operator configured',
  auth: 'none',
  // browsers keep it for a start without a connection
  tagged: true,
  response: Config,
});
