import { englishDataset, englishRecommendedTransformers, RegExpMatcher, type DataSet } from 'obscenity';
import naughtyWords from 'naughty-words';
import { lookOf } from './plain-text';

/** English words that also occur in names of people and places. */
const IN_NAMES = ['arse', 'ass', 'cock', 'dick', 'tit', 'boob'];
/** Rude English words common among friends: allowed in invitations. */
const MILD = [...IN_NAMES, 'bastard', 'damn', 'fuck', 'hell', 'piss', 'shit', 'turd'];

/** Words of the lists with an ordinary meaning, or that are names. */
const ORDINARY = [
  'baiser bander bite bitte chatte bourré bourrée con déconner folle gerbe gueule jouir meuf negro pédale péter pipi ramoner suce tanche trique zizi caca malpt',
  'asesinato asno concha drogas esperma heroína infierno martillo orina pinche pis prostituta racista sádico semen sexo trio vulva maciza pezón',
  'bonze bumsen ische kimme lümmel mufti nackt nippel orgasmus penis poppen rosette schiesser milf porno',
  'aborto amador ânus aranha ariano bissexual boob bumbum burro camisinha cerveja chupar clitoris cocaína coito comer cona consolo corno cu fecal gozar heterosexual',
  'homoerótico homosexual inferno lésbica lolita mama pau pênis pinto saco torneira transar vibrador bicha xana',
  'ثدي حلمة فرج شهوة مبادل قضيب لعق مص بز',
  '成人 激情 月经 私服 老二 祖宗 九游 乳房 处女 卵子 精子 刚度 包皮 靠背 肥西 老味 花柳 妈妈的 鸡吧 野鸡',
].flatMap((words) => words.split(' '));
const ORDINARY_PHRASES = [
  'ménage à trois',
  'fiesta de salchichas',
  'haciendo el amor',
  'frango assado',
  'homem gay',
  'passar um cheque',
  'brouter le cresson',
  'braulio de borracha',
];
/** Rude words of other languages common among friends: allowed in invitations. */
const RUDE =
  'merde putain bordel chiottes mierda idiota pedo kacke kacken scheiße pissen merda porra foda-se 屁股 笨蛋 白痴 狗屁'.split(
    ' ',
  );

const THREATS = [
  'kill yourself',
  'kys',
  'i will kill you',
  'je vais te tuer',
  'te voy a matar',
  'ich bringe dich um',
  'vou te matar',
];

/** Words in names that only staff and Flint itself use. */
const STAFF = [
  'admin administrator moderator staff support security safety police official team',
  'administrateur administratrice modérateur modératrice sécurité équipe officiel',
  'administrador moderador seguridad seguranca soporte equipo equipe sicherheit administratorin',
]
  .flatMap((words) => words.split(' '))
  .concat('deleted student', 'étudiant supprimé');

/** Chinese has no spaces: a dictionary finds its words, so that 口 and 交通 are not 口交. */
const chineseWords = new Intl.Segmenter('zh', { granularity: 'word' });
/** Words as they are compared: by their look. */
const wordsIn = (text: string): string[] =>
  (lookOf(text).match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []).flatMap((run) =>
    /\p{Script=Han}/u.test(run) ? Array.from(chineseWords.segment(run), ({ segment }) => segment) : [run],
  );
const keyOf = (phrase: string) => wordsIn(phrase).join(' ');
const keysOf = (phrases: readonly string[]): ReadonlySet<string> => new Set(phrases.map(keyOf));

const ordinary = keysOf([...ORDINARY, ...ORDINARY_PHRASES]);
const rude = keysOf(RUDE);
const staff = keysOf(STAFF);
const LANGUAGES = ['fr', 'es', 'de', 'pt', 'ar'] as const;
/** Single characters have many meanings. */
const chinese = naughtyWords.zh.filter((word) => /^\p{Script=Han}{2,}$/u.test(word));
const insults = new Set(
  [...LANGUAGES.flatMap((language) => naughtyWords[language]), ...chinese, ...THREATS]
    .map(keyOf)
    // numbers alone are ordinary: the Chinese list has 13
    .filter((key) => /\p{L}/u.test(key) && !ordinary.has(key)),
);

/** Digits and signs that stand for letters. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };
const inLetters = (word: string) =>
  /\p{L}/u.test(word) ? word.replace(/[013457]/g, (digit) => LETTERS[digit]!) : word;

const LONGEST = 6;

/** Whether some words in a row are one of these phrases. */
function hasPhrase(words: readonly string[], isListed: (phrase: string) => boolean): boolean {
  return words.some((_, from) =>
    Array.from({ length: LONGEST }, (_unused, n) => words.slice(from, from + n + 1).join(' ')).some(isListed),
  );
}

/** Names, and words of other languages, that the English list takes for insults. */
const NOT_ENGLISH = ['analia', 'bich', 'negro', 'negra', 'rapeseed', 'shital'];
const { whitelistedTerms = [], ...listed } = englishDataset.build();
const english = new RegExpMatcher({
  ...listed,
  whitelistedTerms: [...whitelistedTerms, ...NOT_ENGLISH],
  ...englishRecommendedTransformers,
});
const dataset: DataSet<{ originalWord: string }> = englishDataset;

function hasEnglishInsult(look: string, isName: boolean): boolean {
  const allowed = new Set(isName ? IN_NAMES : MILD);
  return english
    .getAllMatches(look)
    .some(
      (match) => !allowed.has(dataset.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? ''),
    );
}

/** Whether a text, by its look, has an insult or a threat. Rude words are allowed in invitations, not in names. */
export function hasInsult(look: string, isName: boolean): boolean {
  if (hasEnglishInsult(look, isName)) return true;
  const words = wordsIn(look);
  const isInsult = (phrase: string) => insults.has(phrase) && (isName || !rude.has(phrase));
  return hasPhrase(words, isInsult) || hasPhrase(words.map(inLetters), isInsult);
}

/** Whether a name, by its look, could be taken for staff. */
export const hasStaffWord = (look: string): boolean => {
  const words = wordsIn(look);
  return [words, words.map(inLetters)].some((each) => hasPhrase(each, (phrase) => staff.has(phrase)));
};
