import { runSafety, type Answer, type Options } from '../../../safety-command';
import type { Deps } from '../../resource';
import { findReport } from '../reports';

/** The version of a report as an operator would read it now. */
export const versionOf = async (deps: Deps, id: string): Promise<string> =>
  (await findReport(deps, id))?.version ?? '';

/** Decides a report by the command; a second operator approves a proposed ban. */
export async function decideByCommand(
  deps: Deps,
  id: string,
  outcome: string,
  options: Options,
): Promise<Answer> {
  const asRead = async (more: Options) => ({ seen: await versionOf(deps, id), ...more });
  const answer = await runSafety(deps, ['decide', id, outcome], await asRead(options));
  if (!/^Proposed/m.test(answer.text)) return answer;
  return runSafety(deps, ['proposal', id, 'approve'], await asRead({ by: 'second' }));
}
