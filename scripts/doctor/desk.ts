import { EnvError, type Env } from '@flint/services';
import { deskSettings } from '@flint/services/desk';
import { ok, problem, warning, type Finding } from '@flint/services/operations';

/** Problems that would prevent the safety desk's start; none without operators. */
export function checkDesk(env: Env): Finding[] {
  if (!env.DESK_OPERATORS) return [];
  const name = 'desk';
  try {
    const { operators, port, origin } = deskSettings(env);
    const isAlone = operators.size < 3;
    const text = `${operators.size} operators, ${origin ?? `port ${port}`}`;
    return [isAlone ? warning(name, `${text}: a ban needs two, and its appeal a third`) : ok(name, text)];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.lines.map((text) => problem(name, text));
  }
}
