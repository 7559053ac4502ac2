import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@flint/services';
import { startGateway } from './gateway';
import { pageNames } from './page-names';

describe('the public pages', () => {
  /** The text of a page with these settings. */
  async function pageOf(file: string, text: string, settings: Record<string, string>): Promise<string> {
    const dir = mkdtempSync(join(tmpdir(), 'flint-help-'));
    writeFileSync(join(dir, file), text);
    const gateway = await startGateway({
      port: 0,
      shellDir: dir,
      remotes: async () => ({}),
      names: pageNames(readEnv({ NODE_ENV: 'test', ...settings })),
      api: (_request, response) => response.end(),
    });
    const html = await (await fetch(`${gateway.url}/${file}`)).text();
    await gateway.close();
    return html;
  }

  it('the operator’s contacts - one with the default name, one with HTML characters - are in both languages, escaped', async () => {
    const html = await pageOf('help.html', '<title>Help</title>%SAFETY_CONTACTS% %SAFETY_CONTACTS_FR%', {
      SAFETY_CONTACTS: 'Emergency services|112; Security <i>|https://safe.test/?a=1&b="2"',
    });
    expect(html).toContain(
      'Emergency services: <a href="tel:112">112</a>; Security &lt;i&gt;: <a href="https:',
    );
    expect(html).toContain('Services d’urgence : <a href="tel:112">112</a>; Security &lt;i&gt; : <a href=');
    expect(html).toContain('href="https://safe.test/?a=1&amp;b=&quot;2&quot;"');
  });

  it.each([
    [{ SAFETY_EMAIL: 'safety@uni.edu' }, 'write to <a href="mailto:safety@uni.edu">safety@uni.edu</a>'],
    [{ UNIVERSITY_NAME: 'Queen <&>' }, 'write to Queen &lt;&amp;&gt;'],
  ])('the contact for those who cannot sign in, with %j - is in the text', async (settings, text) => {
    expect(await pageOf('privacy.html', 'write to %CONTACT%', settings)).toContain(text);
  });
});
