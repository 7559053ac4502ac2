/**
 * `npx flint run web`: the shell's page, its files, /remotes.json and the remotes, without the API. Serves the shipped build of a remote without
 * a trusted release; releases in a bucket come from RELEASES_URL.
 */
import { readPageEnv } from '@flint/services';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY } from '../compose/remotes';
import { recordShell } from '@flint/remote-build/release/commands';
import { countsOf } from '../release/counts';
import { createJudge } from '../release/judge';
import { openPlace } from '../release/place';
import { atOwnOrigin, remoteFiles } from './remote-files';
import { startPage } from './start-page';
import { serveUntilStopped } from './until-stopped';

await serveUntilStopped('the page', async (settings) => {
  const env = readPageEnv(settings);
  const releases = openPlace(settings, REPOSITORY);
  const files = remoteFiles(releases);
  const remotes = atOwnOrigin(files);
  const counts = countsOf(env);
  const judge =
    counts && createJudge(counts, (remote, reason) => process.stderr.write(`[flint] ${remote} ${reason}\n`));
  const web = await startPage(env, { releases, remotes, remoteFiles: files, judge });
  // releases must fit this shell's contract; a read-only store cannot record it
  await recordShell(releases.store, REMOTE_CONTRACT, new Date()).catch(() => undefined);
  const released = await releases.trusted();
  const shipped = [...remotes.keys()].filter((id) => !released[id]?.live);
  if (shipped.length > 0) process.stdout.write(`as shipped with this shell: ${shipped.join(', ')}\n`);
  return web;
});
