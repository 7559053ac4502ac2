import { arrayUpdates } from './array-updates';
import { badInput, edges } from './borders';
import { arraysAndNull, equality, operators } from './filters';
import { projections } from './projections';
import { sorting } from './sorting';
import { uniqueness } from './uniqueness';
import { numberTypes, updates, upserts } from './updates';

export const areas = [
  equality,
  arraysAndNull,
  operators,
  sorting,
  projections,
  updates,
  numberTypes,
  arrayUpdates,
  upserts,
  uniqueness,
  edges,
  badInput,
] as const;
