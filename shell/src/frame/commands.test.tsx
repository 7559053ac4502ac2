import { allCommands, matchingCommands } from './commands';

const chooseLanguage = jest.fn();
const goTo = jest.fn();
const commands = allCommands({
  navigation: { goTo },
  signOut: () => undefined,
  showShortcuts: () => undefined,
  language: 'en',
  chooseLanguage,
});
const found = (typed: string) => matchingCommands(commands, typed).map(({ label }) => label);

describe('the command palette', () => {
  it.each(['language', 'Français', 'francais', 'FRANC'])(
    '%s - is typed - finds the other language, without its accents too',
    (typed) => {
      expect(found(typed)).toEqual(['Language: Français']);
    },
  );

  it('a screen - is found by any word of it - and gone to', () => {
    const [command] = matchingCommands(commands, 'avail go');
    command?.run();
    expect(goTo).toHaveBeenCalledWith('availability');
  });

  it('the other language - is run - is chosen', () => {
    matchingCommands(commands, 'language')[0]?.run();
    expect(chooseLanguage).toHaveBeenCalledWith('fr');
  });
});
