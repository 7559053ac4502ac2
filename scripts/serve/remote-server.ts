import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPublicFile } from '@flint/remote-build/serve/public-files';
import { pathOf } from '@flint/remote-build/serve/static-files';
import { listen, type Listening } from './listen';

/** The folders of one remote's files. */
export interface RemoteFiles {
  /** The built files (`mfe-offers/dist`). */
  readonly dir: string;
  /** Released builds of this remote: a manifest for each, served at `/<version>-<hash>/`, and the files of all at `/files/`. */
  readonly releasesDir?: string;
  /** Called with the release of each served file. */
  readonly onServed?: (release: string) => void;
}

const SHARED = /^\/files\/[^/]+$/;
const releaseOf = (path: string) => /^\/([0-9][^/]*-[0-9a-z]{8})\/[^/]+$/.exec(path)?.[1];

/** Serves a remote's file at `path` with its cache headers; 404 for everything else. */
export async function sendRemoteFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, dir, releasesDir, onServed }: RemoteFiles & { readonly path: string },
): Promise<void> {
  const release = releasesDir === undefined ? undefined : releaseOf(path);
  const isReleased = releasesDir !== undefined && (release !== undefined || SHARED.test(path));
  const root = isReleased ? releasesDir : dir;
  if ((await sendPublicFile(request, response, { root, path })) && release !== undefined) onServed?.(release);
}

/** A running origin of one remote. */
export interface RemoteServer extends Listening {
  readonly dir: string;
}

interface RemoteServerOptions extends RemoteFiles {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  readonly name?: string;
  /** Answers a request instead of the server, for tests of failures; returns true if it did. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Serves one remote at its own origin. */
export async function startRemoteServer(options: RemoteServerOptions): Promise<RemoteServer> {
  const { port, host, name = 'a remote', intercept, ...files } = options;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (intercept?.(request, response)) return;
    await sendRemoteFile(request, response, { ...files, path: pathOf(request) });
  };
  const listening = await listen((request, response) => void answer(request, response), {
    port,
    name,
    ...(host !== undefined && { host }),
  });
  return { ...listening, dir: files.dir };
}
