import { expressions, grouping } from './aggregation';
import { arraysAndNull, equality, operators } from './filters';
import { projections } from './projections';
import { sorting } from './sorting';
import { uniqueness } from './uniqueness';
import { arrayUpdates, numberTypes, updates, upserts } from './updates';

export const areas = [
  equality,
  arraysAndNull,
  operators,
  sorting,
  projections,
  grouping,
  expressions,
  updates,
  numberTypes,
  arrayUpdates,
  upserts,
  uniqueness,
] as const;
