/** `npm run web`: the shell's page, its files and /remotes.json, without the API; the released remotes come from RELEASES_URL. */
import path from 'node:path';
import { readEnv } from '@flint/services';
import { readTenants } from '@flint/services/operations';
import { REPOSITORY } from '../compose/remotes';
import { liveAddresses } from '../release/live-addresses';
import { openPlace } from '../release/place';
import { explain } from '../start/failure';
import { startGateway } from './gateway';
import { untilStopped } from './until-stopped';

try {
  const env = readEnv(process.env);
  const tenants = readTenants(env, process.env);
  const namesOf = (host: string) => {
    const name = host.toLowerCase().replace(/:\d+$/, '');
    const found = tenants.find(({ hosts }) => hosts.includes(name)) ?? tenants[0]!;
    return { appName: found.env.APP_NAME, universityName: found.env.UNIVERSITY_NAME };
  };
  const connected = [env.S3_ENDPOINT, ...tenants.map((tenant) => tenant.env.SUPABASE_URL)];
  const web = await startGateway({
    port: env.PORT,
    host: env.HOST,
    shellDir: path.join(REPOSITORY, 'shell/dist'),
    remotes: liveAddresses(openPlace(process.env, REPOSITORY), { own: () => ({}), servers: new Map() }),
    names: namesOf,
    connectOrigins: connected.flatMap((url) => (url ? [new URL(url).origin] : [])),
  });
  untilStopped(web, 'the page');
} catch (error) {
  const { text, exitCode } = explain(error);
  process.stderr.write(`${text}\n`);
  process.exit(exitCode);
}
