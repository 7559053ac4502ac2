import type { Catalogue } from '@flint/texts/catalogue';
import type { Context } from 'koa';
import { textsIn, type SpokenLanguage } from '../texts/index';

/** The language of a request (RFC 9110, 12.5.4): English unless French is preferred. */
export const languageOf = (ctx: Context): SpokenLanguage =>
  ctx.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en';

/** The texts for a response; sets Content-Language and Vary. */
export function textsFor(ctx: Context): Catalogue {
  const texts = textsIn(languageOf(ctx));
  ctx.set('content-language', texts.language);
  ctx.vary('accept-language');
  return texts;
}
