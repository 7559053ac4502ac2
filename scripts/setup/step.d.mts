export type Step = <T>(title: string, work: (show?: (fraction: number) => void) => Promise<T>) => Promise<T>;
export const barOf: (fraction: number) => string;
export const step: Step;
