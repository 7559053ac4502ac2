// The commands about releases, in any folder: `flint-remote <verb>` in the repository of a remote, `npx flint release <verb>` in Flint's. A line is what a command
// takes and what it does; the first is also how its arguments are read: <one> must be given, [one] may be, <a|b> is one of these, [many…] any number;
// [--flag], [--option <value>].
export const RELEASE_VERBS = [
  'publish [--canary <percent>] [--afresh] [--untried] [--test] | build, check and release a remote; --untried: without its checks; --test: for testers',
  'rollback [version] | end a canary, else make the previous release (or this one, or shipped) live again',
  'canary <percent> | change the share of browsers; 100 is all, 0 none',
  'list | each remote’s live release, its date and author; in the folder of one, every release that is kept',
  'renew [remote] | sign pointers again, before their 90 days end: this one’s, that of the folder, or all that the key signs',
  'keys <new|list|retire|revoke> [name] [--remotes <ids>] [--days <number>] [--test] | the keys whose releases are trusted; --test: for test releases only',
];

/** A line of a table of commands: the name, and what it takes, does and is run by. */
export function parseCommand(line) {
  const [head, does, how = ''] = line.trim().split(' | ');
  const [, name, takes] = /^(\S+) ?(.*)$/.exec(head);
  return [name, { takes, does, how }];
}

export const usageOf = (program, name, { takes }) => [program, name, takes].filter(Boolean).join(' ');

/** The lines of help about a program's commands. */
export const helpLines = (program, commands) =>
  Object.entries(commands).map(
    ([name, command]) => `  ${usageOf(program, name, command)}\n      ${command.does}`,
  );
