import { buildPlace } from '../testing/build';
import { detailsOf } from './place-words';

it.each([
  ['quiet', 'Quiet place'],
  ['lively', 'Lively place'],
  ['loud', 'Loud place'],
] as const)('a %s place - is called: %s', (noise, words) =>
  expect(detailsOf(buildPlace({ noise }))).toContain(words),
);
