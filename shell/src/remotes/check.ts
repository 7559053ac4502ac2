import { REMOTE_CONTRACT, type RemoteId, type RemoteModule } from '@flint/remote-kit';

/** The remote arrived but is not what the shell agreed on. */
export class ContractMismatch extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What a component may be: a function, or an object React made (memo, lazy, forwardRef). */
const isComponent = (value: unknown) =>
  typeof value === 'function' || (isRecord(value) && typeof value['$$typeof'] === 'symbol');

/**
 * Checks what a remote exposed: shape, id, and a contract version of [n-1, n]. Throws ContractMismatch naming the first
 * difference.
 */
export function checkRemote(id: RemoteId, exposed: unknown): RemoteModule {
  const module = isRecord(exposed) ? exposed['default'] : undefined;
  if (!isRecord(module)) throw new ContractMismatch(`${id} exposes no remote`);
  const { contract, Root } = module;
  if (module['id'] !== id) throw new ContractMismatch(`${id} calls itself ${String(module['id'])}`);
  if (typeof contract !== 'number' || contract < REMOTE_CONTRACT - 1 || contract > REMOTE_CONTRACT) {
    const accepted = `${REMOTE_CONTRACT - 1} and ${REMOTE_CONTRACT}`;
    throw new ContractMismatch(`${id} was built for contract ${String(contract)}; accepted are ${accepted}`);
  }
  if (!isComponent(Root)) throw new ContractMismatch(`${id} has no Root component`);
  return module as unknown as RemoteModule;
}
