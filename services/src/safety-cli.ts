import { parseArgs } from 'node:util';
import { mailer } from './infra/mailer';
import { NOT_REACHABLE, operatorDeps } from './operator-deps';
import { runSafety } from './safety-command';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    by: { type: 'string', default: '' },
    measure: { type: 'string' },
    note: { type: 'string', default: '' },
    reason: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const deps = await operatorDeps();
if (deps === null) {
  process.stderr.write(NOT_REACHABLE);
  process.exitCode = 69;
} else {
  try {
    const { text, exitCode } = await runSafety(deps, positionals, values);
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
    // the letters of a decision leave before the command ends
    await mailer(deps).settled();
    await mailer(deps).close();
  } finally {
    await deps.db.close();
  }
}
