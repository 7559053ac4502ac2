import type { Env } from '@flint/services';
import { ok, problem, type Finding } from '@flint/services/operations';
import { sha384 } from '@flint/remote-build/build/seal';
import type { RemoteAddress, RemoteAddresses } from '@flint/contracts/remote-addresses';

const PATIENCE_MS = 3_000;

/** Fetches a remote's manifest and verifies its hash; returns the problem, or null. */
async function remoteFault(
  base: string,
  id: string,
  { entry, integrity }: RemoteAddress,
): Promise<string | null> {
  const url = new URL(entry, base);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) return `${id} is not served at ${url.href}: status ${answer.status}`;
    const isIntact = sha384(new Uint8Array(await answer.arrayBuffer())) === integrity;
    return isIntact
      ? null
      : `${id} at ${url.href} is not what /remotes.json names: release it again, or roll back`;
  } catch {
    return `${id} does not answer at ${url.href}`;
  }
}

/** Verifies every remote in /remotes.json of the running Flint; nothing if no Flint runs at PORT. */
export async function checkRemotes({ PORT }: Env): Promise<Finding[]> {
  const name = 'remotes';
  const base = `http://127.0.0.1:${PORT}`;
  const answer = await fetch(`${base}/remotes.json`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => null,
  );
  if (!answer?.ok) return [];
  const remotes = (await answer.json().catch(() => null)) as RemoteAddresses | null;
  const served = Object.entries(remotes ?? {});
  const faults = (await Promise.all(served.map(([id, address]) => remoteFault(base, id, address)))).filter(
    (fault) => fault !== null,
  );
  if (served.length === 0)
    faults.push(`/remotes.json at ${PORT} names no remote: npm run build, or set RELEASES_URL`);
  return faults.length > 0
    ? faults.map((text) => problem(name, text))
    : [ok(name, `${served.map(([id]) => id).join(', ')}: served and intact`)];
}
