import { contactsOf, type Env } from '@flint/services';
import type { PageNames } from './page';

/** The operator's names in the pages. */
export const pageNames = (env: Env): PageNames => ({
  appName: env.APP_NAME,
  universityName: env.UNIVERSITY_NAME,
  safetyEmail: env.SAFETY_EMAIL,
  safetyContacts: contactsOf(env.SAFETY_CONTACTS),
});
