import { request, type RequestListener } from 'node:http';
import { startGateway, type Gateway } from '../../serve/gateway';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';

/** Proxies calls to a running API. */
const handThrough =
  (api: string): RequestListener =>
  (incoming, outgoing) => {
    const { method = 'GET', headers, url = '/' } = incoming;
    const call = request(new URL(url, api), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy());
    outgoing.on('close', () => call.destroy());
    incoming.pipe(call);
  };

/** Serves a build of the shell beside a running product, whose API and sign-in it uses; on any free port. */
export const serveBuild = (shellDir: string, remotes: RemoteAddresses, api: string): Promise<Gateway> =>
  startGateway({ port: 0, shellDir, remotes, api: handThrough(api) });
