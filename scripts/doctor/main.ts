/** `npx flint operate doctor`: prints problems that would prevent a start, each with a remedy. */
import { runCommand } from '@flint/remote-build/release/refused';
import { ENV_FILE, readSettings } from '../start/env-file';
import { examine, exitCodeOf } from './checks';

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;
runCommand(async () => {
  const findings = await examine(readSettings(), ENV_FILE);
  for (const { name, verdict, text } of findings)
    process.stdout.write(`${MARKS[verdict]}  ${name.padEnd(12)}  ${text}\n`);
  // a folder that hangs would keep the process
  process.exit(exitCodeOf(findings));
});
