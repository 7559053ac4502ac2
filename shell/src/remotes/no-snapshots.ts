/**
 * Replaces the manifest reader of the federation runtime: the shell reads manifests itself (warm.ts). With the flags of webpack.shared.js
 * nothing calls it, and it would add 6 kB to every page.
 */
export class SnapshotHandler {
  readonly manifestCache = new Map<string, unknown>();
  readonly hooks = { applyPlugin: () => undefined, removePlugin: () => undefined };
}

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });
