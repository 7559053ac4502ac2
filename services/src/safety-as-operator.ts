import { actForStudent } from './account-command';
import { createLock } from './infra/lock';
import type { AskSecret } from './operator-secrets';
import type { Deps } from './resources/resource';
import { deleteFactor } from './resources/safety/desk-factors';
import { logAct, logFirstAct, readLog } from './resources/safety/operator-log';
import {
  addOperator,
  hasOperators,
  isMasterSecret,
  isOperator,
  operatorName,
  operatorNames,
  removeOperator,
  SECRET_MIN,
} from './resources/safety/operators';
import { inLine, runSafety, type Answer, type Options } from './safety-command';
import { HELP } from './safety-help';

interface Wishes extends Omit<Options, 'by'> {
  /** The operator. */
  readonly as?: string;
  /** Where the copy of an account goes. */
  readonly file?: string;
}

const refuse = (text: string): Answer => ({ text, exitCode: 1 });

/** Adds an operator, by another one or as the first. `note` first logs who adds whom, and returns whether that is allowed. */
async function add(
  deps: Deps,
  given: string,
  ask: AskSecret,
  note: (name: string) => Promise<boolean>,
  by?: string,
): Promise<Answer> {
  const name = operatorName(given);
  if (!name)
    return refuse(
      'A name is 2 to 40 letters, digits, dots, dashes: npx flint operate safety operators add kim',
    );
  const secret = await ask(`Secret of ${name}`, by === undefined ? 'own' : 'new');
  if (secret.length < SECRET_MIN) return refuse(`A secret has at least ${SECRET_MIN} characters.`);
  // two names that one person can use would approve each other's bans
  if (by !== undefined && (await isOperator(deps, by, secret)))
    return refuse('A new operator needs a secret that is not yours.');
  if (!(await note(name))) return refuse(NOT_FIRST);
  if (!(await addOperator(deps, name, secret))) return refuse(`${name} is an operator already.`);
  return { text: `${name} is an operator.`, exitCode: 0 };
}

const NOT_FIRST =
  'There were operators before: without --as NAME, adding one needs FLINT_SECRET (DATA_DIR/secret, where it is not set), typed.';

/**
 * Adds the first operator of an installation, for the person who runs the command on its machine. If the log shows that there was an
 * operator before, whose secret may be lost, it requires the master secret and logs that, so emptying the list of operators gives no access.
 */
async function addFirst(deps: Deps, given: string, ask: AskSecret): Promise<Answer> {
  const { rows } = await readLog(deps);
  if (rows.length === 0)
    return add(deps, given, ask, (name) => logFirstAct(deps, name, `operators first ${name}`));
  if (!isMasterSecret(deps, (await ask('FLINT_SECRET of this installation', 'master')).trim())) {
    await logAct(deps, operatorName(given) ?? '', 'refused: wrong master secret');
    return refuse(NOT_FIRST);
  }
  return add(deps, given, ask, async (name) => {
    await logAct(deps, name, `operators again ${name}`);
    return true;
  });
}

async function manage(
  deps: Deps,
  by: string,
  [what, given = '']: readonly string[],
  ask: AskSecret,
): Promise<Answer> {
  if (what === 'add')
    return add(
      deps,
      given,
      ask,
      async (name) => {
        await logAct(deps, by, `operators add ${name}`);
        return true;
      },
      by,
    );
  if (what === 'remove') {
    const name = operatorName(given) ?? '';
    // one at a time: two operators who remove each other would leave none
    return createLock(deps.db, 'operators').hold(async () => {
      if ((await operatorNames(deps)).every((each) => each === name))
        return refuse('The last operator stays: add another one first.');
      await logAct(deps, by, `operators remove ${name}`);
      return (await removeOperator(deps, name))
        ? { text: `${name} is no operator any more.`, exitCode: 0 }
        : refuse('There is no such operator.');
    });
  }
  if (what === 'reset') {
    const name = operatorName(given) ?? '';
    await logAct(deps, by, `operators reset ${name}`);
    return (await deleteFactor(deps, name))
      ? { text: `${name} makes a new second factor at the desk, with their secret.`, exitCode: 0 }
      : refuse('They have no second factor.');
  }
  if (what !== undefined) return { text: HELP, exitCode: 2 };
  return { text: (await operatorNames(deps)).join('\n'), exitCode: 0 };
}

async function showLog(deps: Deps): Promise<Answer> {
  const { rows, problem } = await readLog(deps);
  const lines = rows.map(({ _id, at, operator, act, about, reason = '' }) =>
    [String(_id).padStart(6), at.toISOString(), operator.padEnd(12), act, about, inLine(reason)]
      .join('  ')
      .trimEnd(),
  );
  const verdict = problem
    ? `NOT WHOLE: ${problem}.`
    : `Whole: ${rows.length} rows, the last is ${rows.at(-1)?.hash ?? 'none'}.`;
  return { text: [...lines, verdict].join('\n'), exitCode: problem ? 1 : 0 };
}

/**
 * Runs `npx flint operate safety` as an operator, who proves it with their own secret. Every read or decision is logged first. The first operator,
 * and who has the master secret, need none (addFirst).
 */
export async function runAsOperator(
  deps: Deps,
  args: readonly string[],
  { as = '', ...options }: Wishes,
  ask: AskSecret,
): Promise<Answer> {
  const [command = 'list', ...rest] = args;
  const name = operatorName(as);
  const isFirst = !(await hasOperators(deps));
  if (command === 'operators' && rest[0] === 'add' && (isFirst || !name))
    return addFirst(deps, rest[1] ?? '', ask);
  if (isFirst) return refuse('There is no operator yet: npx flint operate safety operators add NAME');
  if (!name) return refuse('Say who you are: npx flint operate safety --as NAME');
  if (!(await isOperator(deps, name, await ask(`Secret of ${name}`, 'own')))) {
    await logAct(deps, name, 'refused: wrong name or secret');
    return refuse('This is not the secret of that operator.');
  }
  if (command === 'operators') return manage(deps, name, rest, ask);
  if (command === 'account') return actForStudent(deps, name, rest, options);
  // first, so that nothing is read without a log entry
  const [id = '', outcome = ''] = rest;
  const isId = /^[0-9a-f]{24}$/.test(id);
  await logAct(
    deps,
    name,
    [command, outcome].filter((word) => /^[a-z]{1,12}$/.test(word)).join(' '),
    isId ? id : '',
  );
  return command === 'log' ? showLog(deps) : runSafety(deps, args, { ...options, by: name });
}
