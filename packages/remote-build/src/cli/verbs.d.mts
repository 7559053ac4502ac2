export interface Command {
  readonly takes: string;
  readonly does: string;
  readonly how: string;
}
export const RELEASE_VERBS: readonly string[];
export const parseCommand: (line: string) => readonly [name: string, command: Command];
export const usageOf: (program: string, name: string, command: Pick<Command, 'takes'>) => string;
export const helpLines: (
  program: string,
  commands: Readonly<Record<string, Pick<Command, 'takes' | 'does'>>>,
) => readonly string[];
