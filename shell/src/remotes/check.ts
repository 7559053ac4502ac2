import { REMOTE_CONTRACT, type RemoteId, type RemoteModule } from '@flint/remote-kit';

/** The remote arrived but is not what the shell agreed on. */
export class ContractMismatch extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What a component may be: a function, or an object React made (memo, lazy, forwardRef). */
const isComponent = (value: unknown) =>
  typeof value === 'function' || (isRecord(value) && typeof value['$$typeof'] === 'symbol');

/** Answers what a remote exposed. Throws ContractMismatch unless it has the shape, the id and a contract of [n-1, n]. */
export function checkRemote(id: RemoteId, exposed: unknown): RemoteModule {
  const module = isRecord(exposed) && exposed['default'];
  const accepted: readonly unknown[] = [REMOTE_CONTRACT, REMOTE_CONTRACT - 1];
  const fits =
    isRecord(module) &&
    module['id'] === id &&
    (isComponent(module['Root']) ||
      [module['mount'], module['unmount']].every((each) => typeof each === 'function')) &&
    accepted.includes(module['contract']);
  if (!fits) throw new ContractMismatch(id);
  return module as unknown as RemoteModule;
}
