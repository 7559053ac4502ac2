import { OFFER_EVENTS, ROUTES } from '@flint/contracts';
import { openApiDocument } from '@flint/contracts/openapi';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { differences } from './conform';
import { leaksIn } from './privacy';

const document = openApiDocument(
  Object.values(ROUTES),
  { title: 'Flint API', serverUrl: 'https://flint.campus.edu' },
  [OFFER_EVENTS],
) as { readonly paths: Record<string, Record<string, any>> };

describe('the OpenAPI document', () => {
  it("spectral's rules for OpenAPI - find no problem", async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [oas] } as never);
    const found = await spectral.run(document as never);
    expect(found.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`)).toEqual([]);
    // without a title
    expect(await spectral.run({ openapi: '3.1.0', paths: {} } as never)).not.toEqual([]);
  });

  it('every body, answer and refusal - has an example', () => {
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const contents = [operation.requestBody, ...Object.values<any>(operation.responses)].flatMap((each) =>
        Object.values<any>(each?.content ?? {}),
      );
      for (const { example } of contents) expect(example).toBeDefined();
    }
  });

  it('a conforming response - has no differences; another - is reported by position', () => {
    const kept = document.paths['/blocks']!.get!.responses[200].content['application/json'].example;
    expect(differences('GET /blocks', 200, kept)).toEqual([]);
    expect(differences('GET /blocks', 200, { ...kept, extra: 1 })).toHaveLength(1);
    expect(differences('GET /blocks', 200, { items: [] })).toHaveLength(1);
    expect(differences('GET /blocks', 201, kept)).toEqual(['status 201 is not declared']);
    const problem =
      document.paths['/blocks']!.get!.responses[401].content['application/problem+json'].example;
    expect(differences('GET /blocks', 401, problem)).toEqual([]);
    expect(differences('GET /blocks', 401, { ...problem, code: 'not_found' })).toHaveLength(1);
    expect(differences('GET /nowhere', 404, problem)).toEqual([]);
  });
});

describe('the check of every response', () => {
  const viewer = { email: 'ann@campus.edu' };

  it('for what no answer may show - finds it, and leaves the student’s own answers and address', () => {
    const shown = {
      'a question id': { items: [{ religion: 'sikh' }] },
      'a stored address': { email: 'ann@campus.edu' },
      'somebody else’s address in a text': { items: [{ text: 'write to ben@campus.edu' }] },
      'a birth date': { born: '2004-01-15' },
      'a precise place': { place: { latitude: 44.2 } },
      'a database field': { _id: 'x' },
    };
    for (const [what, body] of Object.entries(shown))
      expect([what, leaksIn('/matches', body, viewer)]).toEqual([what, [expect.anything()]]);
    expect(leaksIn('/profile', { ...viewer, answers: { religion: 'sikh' } }, viewer)).toEqual([]);
  });
});
