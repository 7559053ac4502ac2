import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@flint/services';
import { startGateway } from './gateway';
import { pageNames } from './page-names';

describe('GET /help.html', () => {
  it('the operator’s contacts - one with the default name, one with HTML characters - are in both languages, escaped', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'flint-help-'));
    writeFileSync(join(dir, 'help.html'), '<title>Help</title>%SAFETY_CONTACTS% %SAFETY_CONTACTS_FR%');
    const env = readEnv({
      NODE_ENV: 'test',
      SAFETY_CONTACTS: 'Emergency services|112; Security <i>|https://safe.test/?a=1&b="2"',
    });
    const gateway = await startGateway({
      port: 0,
      shellDir: dir,
      remotes: async () => ({}),
      names: pageNames(env),
      api: (_request, response) => response.end(),
    });
    const html = await (await fetch(`${gateway.url}/help.html`)).text();
    expect(html).toContain(
      'Emergency services: <a href="tel:112">112</a>; Security &lt;i&gt;: <a href="https:',
    );
    expect(html).toContain('Services d’urgence : <a href="tel:112">112</a>; Security &lt;i&gt; : <a href=');
    expect(html).toContain('href="https://safe.test/?a=1&amp;b=&quot;2&quot;"');
    await gateway.close();
  });
});
