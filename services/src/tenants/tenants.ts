import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from 'mongoose';
import * as z from 'zod/mini';
import { EnvError, EnvSchema, readEnv, type Env } from '../env';
import { deriveKey } from '../infra/derive-key';
import type { Deps } from '../resources/resource';

/** What a university may set for itself; everything else belongs to the installation. */
const OWN = [
  'APP_NAME',
  'UNIVERSITY_NAME',
  'UNIVERSITY_EMAIL_HOST',
  'UNIVERSITY_EMAIL_SUBDOMAINS',
  'UNIVERSITY_EMAIL_PLUS_TAGS',
  'UNIVERSITY_TIMEZONE',
  'PUBLIC_URL',
  'SUPABASE_URL',
  'SUPABASE_KEY',
  'SUPABASE_JWT_SECRET',
  'AUTH_ISSUER',
  'AUTH_JWKS_URL',
  'AUTH_ALLOWED_ORIGINS',
  'CODE_MAILS_PER_HOUR',
  'IP_LIMIT_FACTOR',
  'SMTP_URL',
  'MAIL_FROM',
  'SAFETY_EMAIL',
] as const satisfies readonly (keyof typeof EnvSchema.shape)[];

const Host = z.string().check(z.toLowerCase(), z.regex(/^[a-z0-9.-]{1,253}$/));
const TenantsFile = z.strictObject({
  tenants: z
    .array(
      z.strictObject({
        /** Part of the database's and the folders' names; never changes. */
        id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,29}$/)),
        hosts: z.array(Host).check(z.minLength(1)),
        settings: z.partialRecord(z.enum(OWN), z.string()),
      }),
    )
    .check(z.minLength(1)),
});

/** One university of an installation. */
export interface Tenant {
  /** Null where the installation serves one university only. */
  readonly id: string | null;
  /** Host names, lower case, without a port; none where there is one university: it answers to every name. */
  readonly hosts: readonly string[];
  readonly env: Env;
}

const twice = (values: readonly string[]) => values.find((value, at) => values.indexOf(value) !== at);

function parse(text: string): z.output<typeof TenantsFile>['tenants'] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new EnvError(['TENANTS_FILE: not JSON']);
  }
  const parsed = z.safeParse(TenantsFile, json);
  if (!parsed.success)
    throw new EnvError(
      parsed.error.issues.map(({ path: at, message }) => `TENANTS_FILE: ${at.join('.')}: ${message}`),
    );
  const { tenants } = parsed.data;
  const doubled = twice(tenants.map(({ id }) => id)) ?? twice(tenants.flatMap(({ hosts }) => hosts));
  if (doubled) throw new EnvError([`TENANTS_FILE: ${doubled} is in it twice`]);
  return tenants;
}

/**
 * The universities of this installation: those of TENANTS_FILE, each with its own settings over the installation's, or the one the
 * environment names. Throws EnvError with a line for each problem. `source` is what `readEnv` was given.
 */
export function readTenants(
  env: Env,
  source: Readonly<Record<string, string | undefined>>,
): readonly Tenant[] {
  if (!env.TENANTS_FILE) return [{ id: null, hosts: [], env }];
  let text: string;
  try {
    text = readFileSync(path.resolve(env.TENANTS_FILE), 'utf8');
  } catch {
    throw new EnvError([`TENANTS_FILE: ${env.TENANTS_FILE} cannot be read`]);
  }
  const lines: string[] = [];
  const tenants = parse(text).flatMap(({ id, hosts, settings }): Tenant[] => {
    try {
      const own = readEnv({
        ...source,
        PUBLIC_URL: `https://${hosts[0]}`,
        ...settings,
        DATA_DIR: path.join(env.DATA_DIR, 'tenants', id),
        S3_PREFIX: `${env.S3_PREFIX}${id}/`,
      });
      return [{ id, hosts, env: own }];
    } catch (error) {
      if (!(error instanceof EnvError)) throw error;
      lines.push(...error.lines.map((line) => `TENANTS_FILE: ${id}: ${line}`));
      return [];
    }
  });
  if (lines.length > 0) throw new EnvError(lines);
  return tenants;
}

const guarded = new WeakSet<Connection>();

/** From now on every model made on this connection itself refuses to read or write: there is no data outside a university. */
function refuseWithoutTenant(root: Connection): void {
  if (guarded.has(root)) return;
  guarded.add(root);
  root.plugin((schema) => {
    const refuse = () => {
      throw new Error('no query without a university: take the connection of its Deps');
    };
    // a regular expression reaches queries and documents only
    schema.pre(/^(?:find|count|distinct|estimated|update|replace|delete|save|validate)/, refuse);
    schema.pre('aggregate', refuse);
    schema.pre('insertMany', refuse);
    schema.pre('bulkWrite', refuse);
  });
}

/**
 * What the resources of one university may use: its own database on the shared connections, its own folder, and a master secret of
 * its own, so that neither a token nor a signed address of one university means anything to another.
 */
export function depsOf(tenant: Tenant, root: Deps): Deps {
  if (tenant.id === null) return root;
  refuseWithoutTenant(root.db);
  return {
    ...root,
    env: tenant.env,
    db: root.db.useDb(`${root.db.name}_${tenant.id}`, { useCache: true }),
    log: root.log.child({ tenant: tenant.id }),
    secret: deriveKey(root.secret, `tenant/${tenant.id}`),
    dataDir: path.resolve(tenant.env.DATA_DIR),
  };
}
