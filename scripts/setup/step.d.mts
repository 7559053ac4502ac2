interface Output {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}
export type Step = <T>(
  title: string,
  work: (show?: (fraction: number) => void) => Promise<T>,
  out?: Output,
) => Promise<T>;
export const barOf: (fraction: number) => string;
export const step: Step;
