import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isApiPath } from './api-paths';
import { pathOf, sendFile, sendText } from '@flint/remote-build/serve/static-files';
import { listen, type Listening } from './listen';
import { sendPacked } from './packed';
import { hashInline, NAMED_FILES, sendPage, type PageNames } from './page';
import { sendRemoteFile, type RemoteFiles } from './remote-server';
import type { RemoteAddress, RemoteAddresses } from '@flint/contracts/remote-addresses';
import { seenIn } from './remotes-json';
import { frameHeaders, securityHeaders, type Inline } from './security-headers';
import { answerTesters, isTester, TESTERS_JSON, TESTERS_PATH } from './testers';
import { answerTestPage, openedTest, TEST_PATH, withTest, type FindTest } from './test-release';
import { sendWorker } from './worker-file';

export type Gateway = Listening;

/** Addresses of the app have no extension; files have one. */
const isPage = (path: string) => !extname(path) || path === '/index.html';

const WORKER_PATH = '/sw.js';
/** The document in which foreign remotes run (scripts/build/app-files.ts). */
const FRAME_FILE = /^\/sandbox\.[0-9a-f]{10}\.html$/;
const REMOTE_FILE = /^\/remotes\/([a-z][a-z0-9-]*)(\/.+)$/;

const namedFileOf = (path: string) => NAMED_FILES.find((file) => path === `/${file}`);

const DEFAULT_NAMES: PageNames = { appName: 'Flint', universityName: 'university', safetyContacts: [] };

export interface GatewayOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** The built shell (`shell/dist`). */
  readonly shellDir: string;
  /** Names for the page, so that its title is right before any script runs. */
  readonly names?: PageNames;
  /** Handles the API's paths; without it they answer 503. */
  readonly api?: RequestListener | undefined;
  /** The content of `/remotes.json`; a function is called on every request, so that addresses can change. */
  readonly remotes: RemoteAddresses | (() => RemoteAddresses | Promise<RemoteAddresses>);
  /** Remotes that this origin serves at `/remotes/<id>/`. */
  readonly remoteFiles?: ReadonlyMap<string, RemoteFiles>;
  /** Additional origins from which the page may load remotes. */
  readonly remoteOrigins?: readonly string[];
  /** The origin of a hosted sign-in service. */
  readonly connectOrigins?: readonly string[];
  /** Finds test releases; default: none. */
  readonly findTest?: FindTest;
  /** Returns the testers' view of every remote; default: no such view. */
  readonly overview?: () => Promise<unknown>;
  /** Whether it is reached by https. */
  readonly isSecure?: boolean;
}

/**
 * Serves the origin that a browser opens: the shell's page for every route, its hashed files, `/remotes.json`,
 * and the API. Throws PortError if it cannot have the port.
 */
export function startGateway(options: GatewayOptions): Promise<Gateway> {
  const {
    port,
    host,
    shellDir,
    api,
    names = DEFAULT_NAMES,
    remoteOrigins = [],
    connectOrigins = [],
    isSecure = false,
  } = options;
  const readRemotes = () => (typeof options.remotes === 'function' ? options.remotes() : options.remotes);

  const originsOf = (remotes: RemoteAddresses, isWanted: (remote: RemoteAddress) => boolean = () => true) => {
    const origins = Object.values(remotes)
      .filter(isWanted)
      .flatMap(({ entry, canary, test, origin }) => [entry, canary?.entry, test?.entry, origin])
      .flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []));
    return [...new Set([...origins, ...remoteOrigins])];
  };
  const headersFor = (remotes: RemoteAddresses, inline?: Inline) =>
    securityHeaders({
      isSecure,
      remotes: originsOf(remotes, ({ frame }) => !frame),
      // the page reads the files of a foreign remote, and runs none of them
      connect: [...new Set([...connectOrigins, ...originsOf(remotes, ({ frame }) => Boolean(frame))])],
      ...(inline && { inline }),
    });
  const headersOfFrame = async (path: string) => {
    const html = FRAME_FILE.test(path) && (await readFile(join(shellDir, path), 'utf8').catch(() => null));
    return html ? frameHeaders(hashInline(html), isSecure) : null;
  };

  const sendOwn = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const remote = REMOTE_FILE.exec(path);
    const files = remote && options.remoteFiles?.get(remote[1]!);
    // most requests are for files of remotes, which do not depend on pointers
    if (isRead && files) return sendRemoteFile(request, response, { ...files, path: remote[2]! });
    const tests = options.findTest && { find: options.findTest, isSecure };
    if (tests && path === TEST_PATH) return answerTestPage(request, response, tests);
    if (options.overview && path === TESTERS_PATH) return answerTesters(request, response, isSecure);
    const all = await readRemotes();
    const test = tests && (await openedTest(request, tests));
    const isForTester = Boolean(options.overview) && (Boolean(test) || isTester(request, isSecure));
    const live = seenIn(all, isForTester);
    const remotes = test ? withTest(live, test) : live;
    const headers = headersFor(remotes);
    const isPrivate = Boolean(test) || isForTester;
    const file = namedFileOf(path);
    const json = { ...headers, 'content-type': 'application/json' };
    if (!isRead) {
      sendText(response, 405, 'Method Not Allowed', { ...headers, allow: 'GET, HEAD' });
    } else if (path === '/remotes.json') {
      // open tabs poll it: an unchanged response is a 304 without a body
      const cache = isPrivate ? 'private, no-store' : 'no-cache';
      await sendPacked(request, response, {
        text: JSON.stringify(remotes),
        headers: { ...json, 'cache-control': cache, vary: 'accept-encoding' },
      });
    } else if (path === TESTERS_JSON && isForTester && options.overview) {
      const body = JSON.stringify(await options.overview());
      response.writeHead(200, { ...json, 'cache-control': 'private, no-store' }).end(body);
    } else if (isPage(path) || file) {
      const headersOfPage = (inline: Inline) => headersFor(remotes, inline);
      const seen = file ? { file } : { remotes, isForTester, ...(test && { test }) };
      if (await sendPage(request, response, { shellDir, names, headers: headersOfPage, ...seen })) return;
      if (file) sendText(response, 404, 'Not Found', headers);
      else sendText(response, 503, 'The shell is not built: run npm run build', headers);
    } else if (path === WORKER_PATH) {
      // the same for every browser: a tester's must not install another worker
      const seen = seenIn(all, false);
      const sent = await sendWorker(request, response, {
        shellDir,
        names,
        headersOfPage: (inline) => headersFor(seen, inline),
        origins: originsOf(seen).toSorted(),
      });
      if (!sent) sendText(response, 404, 'Not Found', headers);
    } else if (
      !(await sendFile(request, response, {
        root: shellDir,
        path,
        headers: (await headersOfFrame(path)) ?? headers,
      }))
    ) {
      sendText(response, 404, 'Not Found', headers);
    }
  };

  const answer: RequestListener = (request, response) => {
    const pathname = pathOf(request);
    // browsers send this header for a service worker's script: no other file may become one
    if (request.headers['service-worker'] !== undefined && pathname !== WORKER_PATH) {
      sendText(response, 403, 'Forbidden');
    } else if (!isApiPath(pathname)) {
      sendOwn(request, response, pathname).catch(() => response.destroy());
    } else if (api) {
      api(request, response);
    } else {
      sendText(response, 503, 'Service Unavailable', { 'retry-after': '1' });
    }
  };
  return listen(answer, { port, name: 'the app', ...(host !== undefined && { host }) });
}
