export const runTests: (
  args: readonly string[],
  options?: { readonly env?: Readonly<Record<string, string>>; readonly built?: boolean },
) => Promise<number>;
