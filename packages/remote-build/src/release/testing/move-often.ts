/** `move-often.ts <place> <remote> <times>`: moves one remote's pointer repeatedly, as one of several processes. */
import { folderStore } from '../folder-store';
import { toLive } from '../moves';
import { changePointers } from '../pointers';

const [place = '', id = '', times = '0'] = process.argv.slice(2);
const store = folderStore(place);

for (let n = 1; n <= Number(times); n++) {
  const target = { release: `1.0.${n}-00000000`, integrity: 'sha384-x', contract: 1 };
  await changePointers(store, (now) => ({
    ...now,
    remotes: { ...now.remotes, [id]: toLive(now.remotes[id], target, new Date()) },
  }));
}
