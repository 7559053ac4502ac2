import { runSafety, type Answer, type Options } from '../../../safety-command';
import type { Deps } from '../../resource';

/** Decides a report by the command; a second operator approves a proposed ban. */
export async function decideByCommand(
  deps: Deps,
  id: string,
  outcome: string,
  options: Options,
): Promise<Answer> {
  const answer = await runSafety(deps, ['decide', id, outcome], options);
  if (!/^Proposed/m.test(answer.text)) return answer;
  return runSafety(deps, ['proposal', id, 'approve'], { by: 'second' });
}
