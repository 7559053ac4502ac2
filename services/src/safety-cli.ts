import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { OperatorError } from './operator-error';
import { HELP } from './safety-help';

const read = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      as: { type: 'string', default: '' },
      'secret-file': { type: 'string', default: '' },
      'new-secret-file': { type: 'string', default: '' },
      file: { type: 'string', default: '' },
      measure: { type: 'string' },
      note: { type: 'string', default: '' },
      reason: { type: 'string', default: '' },
      seen: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

function readOrRefuse(): ReturnType<typeof read> {
  try {
    return read();
  } catch (error) {
    const what = (error as Error).message.split('. ')[0]!;
    process.stderr.write(`${what}. npx flint operate safety --help explains the options.\n`);
    process.exit(2);
  }
}

const { positionals, values } = readOrRefuse();

// asked for before there is a database
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
const openTerminal = () =>
  createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
let terminal: ReturnType<typeof openTerminal> | undefined;
let lines: AsyncIterator<string> | undefined;

/** Has a secret typed, without echo. One reader for all: a second one would miss the lines that a pipe gave to the first. */
async function typeSecret(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  terminal ??= openTerminal();
  lines ??= terminal[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  process.stderr.write('\n');
  if (done) throw new OperatorError('No secret was typed: run this in a terminal, or name --secret-file.', 2);
  return value;
}

// loaded once the arguments are right, because it takes seconds
const { mailer } = await import('./infra/mailer');
const { waitForJobs } = await import('./resources/jobs/index');
const { createAsk } = await import('./operator-secrets');
const { runOperator } = await import('./operator-deps');
const { runAsOperator } = await import('./safety-as-operator');
const ask = createAsk(
  {
    ownFile: values['secret-file'],
    newFile: values['new-secret-file'],
    variable: process.env.FLINT_OPERATOR_SECRET,
  },
  typeSecret,
);
await runOperator(async (deps) => {
  const { text, exitCode } = await runAsOperator(deps, positionals, values, ask);
  process.stdout.write(`${text}\n`);
  // the letters of a decision are sent before the command ends
  await waitForJobs(deps);
  await mailer(deps).close();
  return exitCode;
});
terminal?.close();
