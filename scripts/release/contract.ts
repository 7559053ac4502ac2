/** `npm run contract`: prints the contract between shell and remotes into packages/remote-kit/contract.txt. */
import { writeFile } from 'node:fs/promises';
import { readArguments } from '@flint/remote-build/cli/arguments';
import { runCommand } from '@flint/remote-build/release/refused';
import { contractReport, REPORT_FILE } from './contract-report';

runCommand(async () => {
  readArguments('npm run contract');
  await writeFile(REPORT_FILE, await contractReport());
});
