import { REMOTE_CONTRACT, type RemoteId, type RemoteModule } from '@flint/remote-kit';

/** The remote was loaded, but does not fit the contract of the shell. */
export class ContractMismatch extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A component is a function, or an object made by React (memo, lazy, forwardRef). */
const isComponent = (value: unknown) =>
  typeof value === 'function' || (isRecord(value) && typeof value['$$typeof'] === 'symbol');

/** Checks shape, id and contract [n-1, n] of what a remote exposes, and returns it. Throws ContractMismatch. */
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
