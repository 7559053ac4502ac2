import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvError, readEnv } from '@flint/services';
import { deriveKey, EnvSchema, SECRET_BYTES } from '@flint/services/operations';
import * as z from 'zod/mini';
import { masterSecret } from '../start/secret';

type Source = Readonly<Record<string, string | undefined>>;

const UniversitiesFile = z.object({
  tenants: z.array(
    z.object({
      id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,29}$/)),
      hosts: z.array(z.string()).check(z.minLength(1)),
      settings: z.record(z.string(), z.string()),
    }),
  ),
});

async function readUniversities(file: string): Promise<z.output<typeof UniversitiesFile>['tenants']> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new EnvError([`TENANTS_FILE: ${file} cannot be read`]);
  try {
    return z.parse(UniversitiesFile, JSON.parse(text)).tenants;
  } catch {
    throw new EnvError([`TENANTS_FILE: ${file} is not a file of universities`]);
  }
}

/** The same server with this university's database. The driver's default database is `test`. */
const databaseOf = (uri: string, id: string): string =>
  uri.replace(
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?([^?]*)/,
    (_, server: string, name: string) => `${server}/${name || 'test'}_${id}`,
  );

/** Quotes a value for a `.env` file: nothing inside is special. */
const quoted = (value: string) => (value.includes("'") ? `"${value}"` : `'${value}'`);

const EMBEDDED = `# The embedded database held all universities in one folder: with the version that ran until now, npm run backup -- <folder>;
# then, with these settings, npx flint operate restore <folder>/`;

/**
 * Writes `<id>.env` into a folder for each university of an older version's TENANTS_FILE: the settings with which a separate installation
 * continues with the same database, files, pictures and sessions. Changes nothing else. Throws EnvError for an unreadable file or settings.
 */
export async function splitUniversities(
  { TENANTS_FILE, ...source }: Source,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  if (!TENANTS_FILE) throw new EnvError(['TENANTS_FILE: not set; there is one university already']);
  const universities = await readUniversities(path.resolve(TENANTS_FILE));
  // an installation of several universities had no address of its own
  const PUBLIC_URL = source.PUBLIC_URL || 'https://localhost';
  // an older version let the driver name the database
  const MONGODB_URI = source.MONGODB_URI && databaseOf(source.MONGODB_URI, 'all');
  const env = readEnv({ ...source, PUBLIC_URL, MONGODB_URI });
  const shared = Object.keys(EnvSchema.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : []));
  const secret = await masterSecret(path.resolve(env.DATA_DIR), env.FLINT_SECRET);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { id, hosts, settings } of universities) {
    const own = {
      ...(Object.fromEntries(shared) as Record<string, string>),
      PUBLIC_URL: `https://${hosts[0]}`,
      ...settings,
      DATA_DIR: path.join(env.DATA_DIR, 'tenants', id),
      FLINT_SECRET: SECRET_BYTES + deriveKey(secret, `tenant/${id}`).toString('base64'),
      ...(env.S3_ENDPOINT && { S3_PREFIX: `${env.S3_PREFIX}${id}/` }),
      ...(source.MONGODB_URI && { MONGODB_URI: databaseOf(source.MONGODB_URI, id) }),
    };
    const lines = Object.entries(own).map(([name, value]) => `${name}=${quoted(value)}`);
    if (!env.MONGODB_URI) lines.unshift(EMBEDDED + id);
    const file = path.join(folder, `${id}.env`);
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    say(`${hosts.join(', ')}: ${file}`);
  }
}
