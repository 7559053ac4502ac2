import { recordKeys } from '../infra/key-holders';
import type { Resource } from './resource';

/** Reports the keys of each API process, so that a rotation waits until every process has the new one. */
export const dataKeys: Resource = {
  name: 'data-keys',
  start: (deps) =>
    recordKeys(deps, (error) => deps.log.warn({ err: error }, 'the keys of this process were not announced')),
};
