import { startEmbeddedMongo } from '@flint/embedded-mongo';

// The embedded database as a process of its own, to be stopped and killed: its folder is its argument.
const [dataDir = ''] = process.argv.slice(2);
const { uri } = await startEmbeddedMongo({ dataDir });
process.stdout.write(`ready ${uri}\n`);
