/**
 * `npx flint run web`: the shell's page, its files, /remotes.json and the remotes, without the API. Serves the shipped build of a remote without
 * a trusted release; releases in a bucket come from RELEASES_URL.
 */
import path from 'node:path';
import { readEnv } from '@flint/services';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY } from '../compose/remotes';
import { recordShell } from '@flint/remote-build/release/commands';
import { countsOf } from '../release/counts';
import { createJudge } from '../release/judge';
import { liveAddresses, testAddresses } from '../release/live-addresses';
import { openPlace } from '../release/place';
import { overviewOf } from '../release/registry/overview';
import { startGateway } from './gateway';
import { remotesAtOwnOrigin } from './own-origin';
import { pageNames } from './page-names';
import { addressesOf } from './remotes-json';
import { serveUntilStopped } from './until-stopped';

await serveUntilStopped('the page', async () => {
  const env = readEnv(process.env);
  const place = openPlace(process.env, REPOSITORY);
  const { files, remotes } = remotesAtOwnOrigin(place);
  const counts = countsOf(env);
  const judge =
    counts && createJudge(counts, (remote, reason) => process.stderr.write(`[flint] ${remote} ${reason}\n`));
  const web = await startGateway({
    port: env.PORT,
    host: env.HOST,
    shellDir: path.join(REPOSITORY, 'shell/dist'),
    isSecure: env.PUBLIC_URL.startsWith('https:'),
    remotes: liveAddresses(place, {
      own: () => addressesOf(remotes),
      servers: remotes,
      ...(judge && { judge }),
    }),
    remoteFiles: files,
    findTest: testAddresses(place, remotes),
    overview: overviewOf(place),
    names: pageNames(env),
    connectOrigins: [env.S3_ENDPOINT, env.SUPABASE_URL].flatMap((url) => (url ? [new URL(url).origin] : [])),
  });
  // releases must fit this shell's contract; a read-only store cannot record it
  await recordShell(place.store, REMOTE_CONTRACT, new Date()).catch(() => undefined);
  const released = await place.trusted();
  const shipped = [...remotes.keys()].filter((id) => !released[id]?.live);
  if (shipped.length > 0) process.stdout.write(`as shipped with this shell: ${shipped.join(', ')}\n`);
  return web;
});
