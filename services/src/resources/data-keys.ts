import { announceKeys, keyHolders } from '../infra/key-holders';
import type { Resource } from './resource';

/** Which keys each API process has, so that a rotation does not begin before all of them have the new one. */
export const dataKeys: Resource = {
  name: 'data-keys',
  async prepare({ db }) {
    await keyHolders(db).init();
  },
  start: (deps) =>
    announceKeys(deps, (error) =>
      deps.log.warn({ err: error }, 'the keys of this process were not announced'),
    ),
};
