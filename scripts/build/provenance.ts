import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';
import { filesUnder } from '../pack/emit';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** One digest of a folder's files: of the lines `sha256sum` prints for them, sorted by path. */
async function digestOf(dir: string): Promise<string> {
  const files = (await filesUnder(dir)).toSorted((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  const lines: string[] = [];
  for (const file of files) lines.push(`${sha256(await readFile(path.join(dir, file)))}  ./${file}\n`);
  return sha256(lines.join(''));
}

/** The commit of the sources: FLINT_COMMIT if the build has no repository; null if unknown. */
async function commitOf(): Promise<string | null> {
  if (process.env['FLINT_COMMIT']) return process.env['FLINT_COMMIT'];
  const asked = promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: REPOSITORY });
  return asked.then(({ stdout }) => stdout.trim()).catch(() => null);
}

/**
 * The provenance of a folder's files: an in-toto statement with SLSA provenance 1.0. Without times, so that the same sources give the
 * same statement.
 */
export async function provenanceOf(dir: string): Promise<object> {
  const commit = await commitOf();
  const lock = sha256(await readFile(path.join(REPOSITORY, 'package-lock.json')));
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'flint-image', digest: { sha256: await digestOf(dir) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:flint:npm-run-image:v1',
        externalParameters: { node: process.versions.node },
        resolvedDependencies: [
          { name: 'package-lock.json', digest: { sha256: lock } },
          ...(commit === null ? [] : [{ name: 'sources', digest: { gitCommit: commit } }]),
        ],
      },
      runDetails: { builder: { id: 'urn:flint:npm-run-image' } },
    },
  };
}
