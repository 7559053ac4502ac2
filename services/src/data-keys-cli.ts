import { runDataKeys } from './data-keys-command';
import { runOperator } from './operator-deps';

const say = (line: string) => void process.stdout.write(`${line}\n`);
await runOperator((deps) => runDataKeys(deps, process.argv.slice(2), say));
