/** `npm run rooms:print`: prints who imports whom into docs/rooms.md. */
import { writeFile } from 'node:fs/promises';
import { printRooms, ROOMS_FILE } from './diagram';

await writeFile(ROOMS_FILE, await printRooms());
