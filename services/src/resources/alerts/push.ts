import { createECDH } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { HOUR_MS } from '@flint/contracts/time';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import { publicLookup } from '../../infra/public-address';

/** A push subscription from a browser (RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export const PUSH_RESULTS = ['sent', 'gone', 'refused', 'again'] as const;
export type PushResult = (typeof PUSH_RESULTS)[number];

/** Time limit for a push service's answer. */
const WAIT_MS = 10_000;
/** How long a push service stores an alert at most for a browser that is offline. */
const KEPT_MS = 4 * HOUR_MS;

/**
 * The key pair that signs alerts (VAPID, RFC 8292): the configured one, else one derived from the master secret, so every process has the
 * same pair and nothing is stored.
 */
export function vapidKeys({ secret, env }: Pick<Deps, 'secret' | 'env'>): {
  publicKey: string;
  privateKey: string;
} {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = env;
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY)
    return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY };
  const ecdh = createECDH('prime256v1');
  const privateKey = deriveKey(secret, 'web-push');
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

function post(endpoint: string, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<number> {
  const isLocal = endpoint.startsWith('http:');
  const { request } = isLocal ? http : https;
  return new Promise((resolve, reject) => {
    // one limit for the whole answer, so that a slow trickle of bytes ends, too
    const signal = AbortSignal.timeout(WAIT_MS);
    const options = { method: 'POST', headers, signal, ...(!isLocal && { lookup: publicLookup }) };
    const call = request(endpoint, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end(body);
  });
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'again' : 'refused';
}

/** Encrypts a text for one browser and sends it to its push service, which stores it for at most `keptMs`. Never throws. */
export async function push(
  deps: Deps,
  target: PushTarget,
  text: string,
  { keptMs, isUrgent }: { readonly keptMs: number; readonly isUrgent: boolean },
): Promise<PushResult> {
  try {
    // loaded on demand, to save memory on a campus that sends no alerts
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(target, text, {
      vapidDetails: { subject: subjectOf(deps), ...vapidKeys(deps) },
      TTL: Math.floor(Math.min(keptMs, KEPT_MS) / 1000),
      urgency: isUrgent ? 'high' : 'normal',
    });
    return resultOf(await post(target.endpoint, headers, body));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    deps.log.warn({ code }, 'an alert did not reach its push service');
    return code === 'EPRIVATE' ? 'gone' : 'again';
  }
}

/** The contact that a push service may use to reach the operator. */
function subjectOf({ env: { VAPID_SUBJECT, PUBLIC_URL, UNIVERSITY_EMAIL_HOST } }: Deps): string {
  if (VAPID_SUBJECT) return VAPID_SUBJECT;
  return PUBLIC_URL.startsWith('https://') ? PUBLIC_URL : `mailto:postmaster@${UNIVERSITY_EMAIL_HOST}`;
}
