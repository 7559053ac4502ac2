import type { Resource } from './resource';

const PATH = '/.well-known/security.txt';
/** RFC 9116 requires an expiry; the file is built for every request. */
const VALID_MS = 180 * 86_400_000;

/** Where to report a vulnerability (RFC 9116). Without SAFETY_EMAIL nobody would read the mail, so there is no file. */
export const securityTxt: Resource = {
  name: 'security-txt',
  mount(router, { env, clock }) {
    router.get(PATH, (ctx) => {
      if (!env.SAFETY_EMAIL) return;
      const expires = new Date(clock.now().getTime() + VALID_MS).toISOString();
      const lines = [
        `Contact: mailto:${env.SAFETY_EMAIL}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en, fr',
        `Canonical: ${env.PUBLIC_URL}${PATH}`,
      ];
      ctx.type = 'text/plain';
      ctx.body = `${lines.join('\n')}\n`;
    });
  },
};
