import { randomUUID } from 'node:crypto';
import { useFlint } from '@flint/testing';
import { useBrowser } from '@flint/testing/browser';

const browser = useBrowser();
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });

/** Ten payloads, each in a name, a place, an activity and a message: 40. A name holds 40 characters. */
const PAYLOADS = [
  '<script>window.hit(1)</script>',
  '<img src=x onerror=hit(1)>',
  '<svg/onload=hit(1)>',
  '"><b onfocus=hit(1) autofocus>',
  '<a href="javascript:hit(1)">x</a>',
  "'-hit(1)-'",
  '{{constructor.constructor("hit(1)")()}}',
  '<iframe srcdoc="<script>hit(1)">',
  '${hit(1)}<style>*{color:red}</style>',
  '</title><script src=//evil.test>',
];

describe('a script', () => {
  it('in every text one student can show another - is shown as text and runs nowhere', async () => {
    const ben = await flint.sessionOf(`ben-${randomUUID()}@campus.edu`);
    await flint.call(ben, 'PATCH /profile', {
      answers: {
        bundle_intro: { display_name: 'Ben', date_of_birth: '2004-01-15' },
        gender_identity: 'man',
        seeking_genders: { values: ['women'] },
      },
    });
    await flint.call(ben, 'GET /matches');
    const shown: string[] = [];
    for (const [at, payload] of PAYLOADS.entries()) {
      const ann = await flint.sessionOf(`ann-${randomUUID()}@campus.edu`);
      const saved = await flint.call(ann, 'PATCH /profile', {
        answers: {
          bundle_intro: { display_name: payload, date_of_birth: '2004-01-15' },
          gender_identity: 'woman',
          seeking_genders: { values: ['men'] },
        },
      });
      expect(saved.status).toBe(200);
      const [location, activity, message] = ['at', 'do', 'say'].map((what) => `${what} ${payload}`);
      const { status } = await flint.call(ann, 'POST /offers', {
        toUserId: ben.user.id,
        proposedDate: new Date(Date.now() + (at + 2) * 86_400_000).toISOString(),
        location,
        activity,
        message,
      });
      expect(status).toBe(201);
      shown.push(payload, location!, activity!, message!);
    }
    const { page, close } = await flint.openSignedIn(browser, ben, '/offers', {
      // on a phone's width, every card is shown in full
      viewport: { width: 420, height: 900 },
    });
    const hits: string[] = [];
    page.on('dialog', (dialog) => hits.push(`dialog ${dialog.message()}`));
    await page.exposeFunction('hit', () => hits.push('ran'));
    await page.addInitScript(
      "document.addEventListener('securitypolicyviolation', (e) => window.hit && window.hit(e.violatedDirective))",
    );
    await page.reload();
    await page
      .getByRole('article')
      .nth(PAYLOADS.length - 1)
      .waitFor();
    const text = await page.locator('#main').textContent();
    for (const each of shown) expect(text).toContain(each);
    expect(
      await page.locator('#main :is(script, iframe, style, [onerror], [onload], [onfocus])').count(),
    ).toBe(0);
    expect(await page.locator('#main a[href^="javascript:"]').count()).toBe(0);
    // mail contains it only as text, also in its HTML part
    const { items } = (await (await fetch(`${flint.url}/outbox.json`)).json()) as {
      items: { html: string }[];
    };
    const live = /<(?:script|img|svg|iframe|b onfocus)|="javascript:/i;
    expect(items.filter(({ html }) => live.test(html))).toEqual([]);
    await page.goto(`${flint.url}/outbox`);
    expect(hits).toEqual([]);
    await close();
  });
});
