import path from 'node:path';
import type { Env } from '@flint/services';
import { REPOSITORY } from '../compose/remotes';
import type { createJudge } from '../release/judge';
import { liveAddresses, testAddresses } from '../release/live-addresses';
import type { ReleasePlace } from '../release/place';
import { overviewOf } from '../release/registry/overview';
import { startGateway, type Gateway, type GatewayOptions } from './gateway';
import { pageNames } from './page-names';
import { addressesOf, type ServedRemote } from './remotes-json';

interface Options extends Pick<GatewayOptions, 'api' | 'remoteFiles'> {
  /** The release store; default: every remote is served as this repository builds it. */
  readonly releases?: ReleasePlace | undefined;
  /** Where the built remotes are. */
  readonly remotes: ReadonlyMap<string, ServedRemote>;
  /** Removes stopped canaries. */
  readonly judge?: ReturnType<typeof createJudge> | null;
}

/** Serves the page, its files, /remotes.json and the panel of testers by the settings of an installation. Throws PortError. */
export function startPage(env: Env, { releases, remotes, judge, ...rest }: Options): Promise<Gateway> {
  const own = () => addressesOf(remotes);
  return startGateway({
    ...rest,
    port: env.PORT,
    host: env.HOST,
    shellDir: path.join(REPOSITORY, 'shell/dist'),
    isSecure: env.PUBLIC_URL.startsWith('https:'),
    remotes: releases ? liveAddresses(releases, { own, servers: remotes, ...(judge && { judge }) }) : own,
    ...(releases && { findTest: testAddresses(releases, remotes), overview: overviewOf(releases) }),
    names: pageNames(env),
    // browsers PUT photos directly into the bucket, if there is one
    connectOrigins: [env.SUPABASE_URL, env.S3_ENDPOINT].flatMap((url) => (url ? [new URL(url).origin] : [])),
  });
}
