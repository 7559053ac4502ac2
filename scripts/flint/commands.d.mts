interface Command {
  readonly takes: string;
  readonly does: string;
  readonly file?: string;
  readonly args?: readonly string[];
  readonly jest?: readonly string[];
  /** No long tests where none is named. */
  readonly short?: boolean;
}
export const GROUPS: Readonly<Record<string, { readonly commands: Readonly<Record<string, Command>> }>>;
export const usageOf: (group: string, name: string) => string;
export const helpOf: (only?: string) => string;
export function helpInstead(
  group?: string,
  name?: string,
): { readonly isAsked: boolean; readonly text: string } | null;
