import { allCommands, GROUPS, matchingCommands, type Command } from './commands';
import { icons } from '@flint/ui';

const chooseLanguage = jest.fn();
const goTo = jest.fn();
const signOut = jest.fn();
const commands = allCommands({
  navigation: { goTo },
  signOut,
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

  it.each([
    ['a hyphen', 'Anne-Marie', 'Anne-Marie, 22'],
    ['an apostrophe', 'O’Brien', 'Zoé O’Brien'],
    ['a comma', 'noah, 22', 'Noah, 22'],
    ['a script without spaces', '小明', '王小明'],
  ])('%s in what is typed - finds the label that has it', (_, typed, label) => {
    const command: Command = { id: 'x', label, icon: icons.heart, run: () => undefined };
    expect(matchingCommands([command, ...commands], typed)).toEqual([command]);
  });

  it('letters within a name - find the person, below those whose name begins with them; within other words they find nothing', () => {
    const people = ['Liam', 'Amara'].map((name): Command => ({
      id: name,
      group: 'people',
      label: `${name}, 22`,
      icon: icons.heart,
      person: { name },
      run: () => undefined,
    }));
    const names = (typed: string) => matchingCommands([...people, ...commands], typed).map(({ id }) => id);
    expect(names('am')).toEqual(['Amara', 'Liam']);
    expect(names('iam 22')).toEqual(['Liam']);
    expect(found('guage')).toEqual([]);
    expect(found('your dev')).toEqual([commands.find(({ id }) => id === 'settings')!.label]);
  });

  it('a screen - found by any of its words - is opened', () => {
    const [command] = matchingCommands(commands, 'avail go');
    command?.run();
    expect(goTo).toHaveBeenCalledWith('availability');
  });

  it('sign out - run - is on this device, or on every one', () => {
    for (const typed of ['sign out', 'every device']) matchingCommands(commands, typed)[0]?.run();
    expect(signOut.mock.calls).toEqual([['local'], ['global']]);
  });

  it('the other language - run - is chosen', () => {
    matchingCommands(commands, 'language')[0]?.run();
    expect(chooseLanguage).toHaveBeenCalledWith('fr');
  });

  it('dark - typed and run - sets the theme at once', () => {
    expect(found('dark')).toEqual(['Theme: dark']);
    matchingCommands(commands, 'dark')[0]?.run();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    matchingCommands(commands, 'theme device')[0]?.run();
    expect(document.documentElement.dataset['theme']).toBe('');
  });

  it.each(['settings', 'devices', 'your data'])('%s - finds the settings', (typed) => {
    matchingCommands(commands, typed)[0]?.run();
    expect(goTo).toHaveBeenCalledWith('profile', { page: 'settings' });
  });

  it('before a word is typed - are what the navigation does not show; a screen is found by typing', () => {
    expect(found('')).toEqual(['Keyboard shortcuts', 'Sign Out']);
    expect(found('photos')).toEqual(['Go to Photos']);
    expect(found('sign')).toEqual(['Sign Out', 'Sign out on every device']);
  });

  it('without a keyboard - the list of keys is not offered', () => {
    const onTouch = allCommands({ navigation: { goTo }, signOut: jest.fn(), language: 'en', chooseLanguage });
    expect(matchingCommands(onTouch, 'shortcuts')).toEqual([]);
  });

  it('before a word is typed - are what waits and the first three people, too; other offers are found by typing', () => {
    const own = (id: string, group: keyof typeof GROUPS): Command => ({
      id,
      group,
      label: `Zoé ${id}`,
      own: true,
      icon: icons.heart,
      run: () => undefined,
    });
    const people = ['1', '2', '3', '4'].map((id) => own(id, 'people'));
    const listed = [own('asked', 'waiting'), own('date', 'date'), ...people, own('sent', 'offers')];
    expect(matchingCommands(listed, '').map(({ id }) => id)).toEqual(['asked', 'date', '1', '2', '3']);
    expect(matchingCommands(listed, 'zoe')).toEqual(listed);
  });
});
