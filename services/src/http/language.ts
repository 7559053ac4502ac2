import type { Catalogue } from '@flint/texts/catalogue';
import type { Context } from 'koa';
import { textsIn, type SpokenLanguage } from '../texts/index';

/** The language a request asks for (RFC 9110, 12.5.4): English unless French is preferred. */
export const languageOf = (ctx: Context): SpokenLanguage =>
  ctx.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en';

/** The words for an answer; says in its headers which language they are in and that another request may get others. */
export function textsFor(ctx: Context): Catalogue {
  const texts = textsIn(languageOf(ctx));
  ctx.set('content-language', texts.language);
  ctx.vary('accept-language');
  return texts;
}
