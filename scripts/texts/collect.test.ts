import { textsOf } from './collect';

const read = (source: string) => {
  const { translated, bare } = textsOf('x.tsx', source);
  return { translated: translated.map(({ text }) => text), bare: bare.map(({ text }) => text) };
};

describe('reading the texts of a source file', () => {
  it.each([
    ["t('Save')", 'Save'],
    ["message('Save')", 'Save'],
    ["const A = { text: message('Save') }", 'Save'],
    ["<p>{isOn && t('Save')}</p>", 'Save'],
    ["<p>{rich('By {name}', { name: <b>Ann</b> })}</p>", 'By {name}'],
    ["plural(n, '{n} photo', '{n} photos')", '{n} photos'],
    ["<Dialog title={t('Save')} />", 'Save'],
    ["items.map((item) => [item, t('Save')])", 'Save'],
  ])('%s - is found by its English text', (source, text) => {
    expect(read(source).translated).toContain(text);
  });

  it.each([
    ['<p>Save it</p>', 'Save it'],
    ["<p>{isOn ? 'Save it' : t('No')}</p>", 'Save it'],
    ["<p>{isOn && 'Save it'}</p>", 'Save it'],
    ['<p>{`${n} photos`}</p>', ' photos'],
    ['<Button aria-label="Save it" />', 'Save it'],
    ['<Button label={isOn ? "Save it" : x} />', 'Save it'],
    ["notify('Save it', 'success')", 'Save it'],
    ["const LOOK = { text: 'Save it', tone: 'green' }", 'Save it'],
  ])('%s - shows a text that is not translated', (source, text) => {
    expect(read(source).bare).toEqual([text]);
  });

  it.each([
    '<p className="a">{name}</p>',
    '<p>{t("Save")} · 3</p>',
    '<p>{state === "busy" && <b />}</p>',
    'const tone = { tone: "green" }',
  ])('%s - shows nothing untranslated', (source) => {
    expect(read(source).bare).toEqual([]);
  });

  it('a line - is counted in the file itself, also after other files', () => {
    textsOf('a.tsx', 'const a = 1;\n'.repeat(50));
    expect(textsOf('b.tsx', "// é\n\nconst b = t('Save');\n").translated).toEqual([
      { text: 'Save', line: 3 },
    ]);
    expect(textsOf('b.tsx', "const b = t('Save');\n").translated).toEqual([{ text: 'Save', line: 1 }]);
  });
});
