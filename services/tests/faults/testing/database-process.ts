import { startEmbeddedMongo } from '@flint/embedded-mongo';

// The embedded database as a process of its own, to be stopped and killed: folder and port are its arguments.
const [dataDir = '', port = '0'] = process.argv.slice(2);
const { uri } = await startEmbeddedMongo({ dataDir, port: Number(port) });
process.stdout.write(`ready ${uri}\n`);
