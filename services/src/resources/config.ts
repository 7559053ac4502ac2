import { ROUTES } from '@flint/contracts';
import type { Resource } from './resource';

/** Parses SAFETY_CONTACTS: `name|phone or https address; ...`. */
export const contactsOf = (text: string) =>
  text.split(';').map((contact) => {
    const [name = '', label = ''] = contact.split('|').map((part) => part.trim());
    const url = label.startsWith('https://') ? label : `tel:${label.replace(/[^+\d]/g, '')}`;
    return { name, label, url };
  });

/** The settings every page needs before its first paint. */
export const config: Resource = {
  name: 'config',
  routes(api, { env }) {
    api.bind(ROUTES.readConfig, async () => ({
      appName: env.APP_NAME,
      universityName: env.UNIVERSITY_NAME,
      universityEmailHost: env.UNIVERSITY_EMAIL_HOST,
      universityEmailSubdomains: env.UNIVERSITY_EMAIL_SUBDOMAINS,
      universityEmailPlusTags: env.UNIVERSITY_EMAIL_PLUS_TAGS,
      safetyContacts: contactsOf(env.SAFETY_CONTACTS),
      universityTimezone: env.UNIVERSITY_TIMEZONE,
      supabaseUrl: env.SUPABASE_URL ?? null,
      supabaseKey: env.SUPABASE_KEY,
    }));
  },
};
