import { cellOf } from '@flint/contracts/week/index';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const cells = (days: readonly number[], hours: readonly number[]) =>
  days.flatMap((day) => hours.map((hour) => cellOf(day, hour)));

/** Every day from 5 PM to 10 PM. */
export const EVENINGS: readonly number[] = cells(range(0, 7), range(17, 22));
/** Saturday and Sunday from 10 AM to 10 PM. */
export const WEEKENDS: readonly number[] = cells([0, 6], range(10, 22));
