export const RUNS: readonly (readonly string[])[];
