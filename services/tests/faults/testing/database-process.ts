import { startEmbeddedMongo } from '@flint/embedded-mongo';

// The embedded database as a separate process, to be stopped and killed; the argument is its folder.
const [dataDir = ''] = process.argv.slice(2);
const { uri } = await startEmbeddedMongo({ dataDir });
process.stdout.write(`ready ${uri}\n`);
