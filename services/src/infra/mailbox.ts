import { mailboxOf, type EmailRule } from '@flint/contracts';
import type { Env } from '../env';

/** The rule for addresses of the university. */
export const emailRuleOf = (env: Env): EmailRule => ({
  host: env.UNIVERSITY_EMAIL_HOST,
  subdomains: env.UNIVERSITY_EMAIL_SUBDOMAINS,
  plusTags: env.UNIVERSITY_EMAIL_PLUS_TAGS,
  aliases: env.UNIVERSITY_EMAIL_ALIASES,
});

/** The mailbox that an address reaches: one mailbox is one student. */
export const mailboxAt = ({ env }: { readonly env: Env }, address: string): string =>
  mailboxOf(address.trim().toLowerCase(), emailRuleOf(env));
