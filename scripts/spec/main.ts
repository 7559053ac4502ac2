/** `npm run spec:print`: prints which test holds which statement of the specification into docs/spec-coverage.md. */
import { writeFile } from 'node:fs/promises';
import { COVERAGE_FILE, printCoverage } from './coverage';

await writeFile(COVERAGE_FILE, printCoverage());
