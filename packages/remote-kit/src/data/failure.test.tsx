import { callErrorText, callFailure, ROUTES } from '@flint/contracts';
import { addTexts, t } from '@flint/texts';
import { STATUS_CODES } from 'node:http';
import { fr } from '../texts/fr';
import { fakeApi } from '../testing/fake-api';
import { refusedFailure } from './failure';
import { fromContract } from './from-contract';

const page = globalThis as unknown as { readonly flintTexts: { language: string } };
const signal = new AbortController().signal;
const failureOf = async (status: number) => {
  const { calls, restore } = fakeApi({ 'DELETE /blocks/x': { status, body: {} } });
  const route = fromContract(ROUTES.removeBlock, 'unblock person');
  const answer = await route.queryFn({ userId: 'x' }, { signal });
  restore();
  const { message = '', code } = 'error' in answer ? answer.error : {};
  return { message, code, headers: calls[0]?.headers };
};

afterEach(() => {
  page.flintTexts.language = 'en';
});

describe('a refused call', () => {
  it.each([
    [403, 'internal'],
    [404, 'not_found'],
    [405, 'internal'],
  ])('with %i and no problem document - has the code %s', async (status, code) =>
    expect((await failureOf(status)).code).toBe(code),
  );

  it('that is not in the table of spec 8 - in English - names action and status', async () => {
    const { message, headers } = await failureOf(409);
    expect(t(message)).toBe('Failed to unblock person: Conflict');
    expect(headers?.get('accept-language')).toBe('en-US');
  });

  it.each([400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 507])(
    'with %i, over HTTP/2 - names the status as HTTP/1 does, or has its text of spec 8',
    async (status) => {
      const { message } = await failureOf(status);
      expect(message).toBe(callErrorText(callFailure('unblock person', STATUS_CODES[status]!)));
    },
  );

  it.each([
    ['7', 7000],
    ['0', undefined],
    ['Wed, 21 Oct 2037 07:28:00 GMT', undefined],
    [null, undefined],
  ])('with Retry-After %p - allows another try after %p ms', (value, milliseconds) => {
    const headers = { ...(value !== null && { 'retry-after': value }) };
    const response = new Response(null, { status: 503, headers });
    expect(refusedFailure('x', response, null).retryAfterMs).toBe(milliseconds);
  });

  it('that is not in the table - in French - is a French sentence', async () => {
    page.flintTexts.language = 'fr';
    addTexts(fr);
    const { message, headers } = await failureOf(409);
    expect(t(message)).toMatch(/^Impossible de débloquer cette personne\s: conflit$/);
    expect(headers?.get('accept-language')).toBe('fr-CA');
  });

  it('that is in the table - in French - has the table’s text', async () => {
    page.flintTexts.language = 'fr';
    addTexts({ 'The requested resource was not found.': 'Introuvable.' });
    expect(t((await failureOf(404)).message)).toBe('Introuvable.');
  });
});
