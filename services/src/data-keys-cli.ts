import { runDataKeys } from './data-keys-command';
import { NOT_REACHABLE, operatorDeps } from './operator-deps';

const deps = await operatorDeps();
if (deps === null) {
  process.stderr.write(NOT_REACHABLE);
  process.exitCode = 69;
} else {
  try {
    const { text, exitCode } = await runDataKeys(deps, process.argv.slice(2));
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
  } finally {
    await deps.db.close();
  }
}
