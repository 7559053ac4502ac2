/** `npm run contract`: prints the contract between shell and remotes into packages/remote-kit/contract.txt. */
import { writeFile } from 'node:fs/promises';
import { contractReport, REPORT_FILE } from './contract-report';

await writeFile(REPORT_FILE, await contractReport());
