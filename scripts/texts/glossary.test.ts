import path from 'node:path';
import { BRITISH, GLOSSARY } from '@flint/contracts/glossary';
import * as WORDING from '@flint/contracts/wording';
import { fr as contracts } from '@flint/contracts/texts/fr';
import { remoteWorkspaces } from '../compose/remotes';

const REPOSITORY = path.resolve(__dirname, '../..');
const WORKSPACES = [
  ...remoteWorkspaces().map(({ dir }) => path.basename(dir)),
  'shell',
  'packages/remote-kit',
  'packages/ui',
  'services',
];

const frenchOf = (workspace: string) =>
  (require(path.join(REPOSITORY, workspace, 'src/texts/fr')) as { fr: typeof contracts }).fr;

/** Fixed by the specification, word for word. */
const FIXED = new Set<string>(
  Object.values(WORDING).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text))),
);

/** Messages of the sign-in service, which are shown unchanged (S8.1.2), with an explanation below. */
const FROM_SIGN_IN = [
  'Token has expired or is invalid',
  'Signups not allowed for otp',
  'Error sending magic link email',
];

/** Every text on screen with its French. Another test checks that these lists are complete. */
const TEXTS = [contracts, ...WORKSPACES.map(frenchOf)]
  .flatMap((french) => Object.entries(french))
  .map(([en, fr]) => ({ en, fr: String(fr) }))
  .filter(({ en }) => !FIXED.has(en) && !FROM_SIGN_IN.includes(en));

/** The word in any form, but not a placeholder. */
const word = (text: string) => new RegExp(`(?<!\\{)\\b${text}(e?s|ed)?\\b(?!\\})`, 'i');

describe('the words of the interface', () => {
  it.each(GLOSSARY)('$en - has no other name on any screen', ({ not }) => {
    const others = not.map((other) => new RegExp(`\\b${other}s?\\b`, 'i'));
    expect(TEXTS.filter(({ en }) => others.some((other) => other.test(en)))).toEqual([]);
  });

  it.each(GLOSSARY)('$en - has its own word in French, too', ({ en, fr }) => {
    const own = fr.map((each) => new RegExp(each, 'i'));
    const held = TEXTS.filter((text) => word(en).test(text.en));
    expect(held.filter((text) => !own.some((each) => each.test(text.fr)))).toEqual([]);
    expect(held.length).toBeGreaterThan(0);
  });

  it('a text in English - on any screen - has American spelling', () => {
    expect(TEXTS.filter(({ en }) => BRITISH.test(en))).toEqual([]);
  });
});
