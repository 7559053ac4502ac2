/** `npx flint operate doctor`: prints problems that would prevent a start, each with a remedy. */
import path from 'node:path';
import { runCommand } from '@flint/remote-build/release/refused';
import { REPOSITORY } from '../compose/remotes';
import { withEnvFile } from '../start/env-file';
import { examine, exitCodeOf } from './checks';

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;
runCommand(async () => {
  const envFile = path.join(REPOSITORY, '.env');
  const findings = await examine(withEnvFile(envFile, process.env), envFile);
  for (const { name, verdict, text } of findings)
    process.stdout.write(`${MARKS[verdict]}  ${name.padEnd(12)}  ${text}\n`);
  // a folder that hangs would keep the process
  process.exit(exitCodeOf(findings));
});
