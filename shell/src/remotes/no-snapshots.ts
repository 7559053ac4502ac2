/**
 * In the place of the federation runtime's own reading of manifests, which the shell does itself (warm.ts). With the flags of
 * webpack.shared.js nothing calls it, and the runtime brought 6 kB of it to every page.
 */
export class SnapshotHandler {
  readonly manifestCache = new Map<string, unknown>();
  readonly hooks = { applyPlugin: () => undefined, removePlugin: () => undefined };
}

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });
