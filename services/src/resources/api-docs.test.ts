import { ROUTES } from '@flint/contracts';
import { startTestServer } from '@flint/testing';

describe('GET /docs/api', () => {
  it('every route - is on the page, under a policy without scripts or foreign content', async () => {
    await using server = await startTestServer({ env: { APP_NAME: '<Flint>' } });
    const answer = await fetch(`${server.url}/docs/api`);
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    for (const name of Object.keys(ROUTES)) expect(html).toContain(`<section id="${name}"`);
    expect(html).not.toMatch(/<script|<Flint>| (?:src|href)="(?!\/)/);
    const style = await fetch(`${server.url}/docs/api/style.css`);
    expect(style.headers.get('content-type')).toContain('text/css');
  });
});
