import { ok, warning, type Finding } from '@flint/services/operations';
import { DAY_MS } from '@flint/contracts/time';
import { endsOf, readPointers } from '@flint/remote-build/release/pointers';
import type { ReleaseStore } from '@flint/remote-build/release/store';
import { checkEntries } from '../release/registry/entries';
import { endOf, readDocument } from '../release/registry/document';
import { originStore } from '../release/registry/origin';

const NAME = 'signatures';
/** How long before its end a signature is reported. */
const WARN_DAYS = 14;

interface Signed {
  readonly what: string;
  readonly ends: Date;
  readonly remedy: string;
}

type Readable = Pick<ReleaseStore, 'read' | 'place'>;

const endsAt = async (store: Readable) => endsOf(await readPointers(store));

/** Until when the registry and the releases of all remotes are signed, as far as they can be read. */
async function readSigned(open: () => Readable, isReached: boolean): Promise<Signed[]> {
  const store = open();
  const document = await readDocument(store);
  const registry = endOf(document);
  const own = [...(await endsAt(store))].map(([id, ends]) => ({
    what: id,
    ends,
    remedy: `npx flint release renew ${id}`,
  }));
  const elsewhere = checkEntries(document.entries, isReached).good.map(async ({ id, origin, contact }) => {
    const ends = origin && (await endsAt(originStore(origin, isReached)).catch(() => null))?.get(id);
    return ends ? [{ what: id, ends, remedy: `its team runs npx flint-remote renew (${contact})` }] : [];
  });
  return [
    ...(registry
      ? [{ what: 'the registry', ends: registry, remedy: 'npx flint release registry renew' }]
      : []),
    ...own,
    ...(await Promise.all(elsewhere)).flat(),
  ];
}

/** Warns of signatures that end soon: after their 90 days the screens of other teams vanish. Nothing while nothing is signed. */
export async function checkSignatures(
  open: () => Readable,
  isReached: boolean,
  now = new Date(),
): Promise<Finding[]> {
  const signed = await readSigned(open, isReached).catch((error: Error) => error);
  if (!Array.isArray(signed)) return [warning(NAME, `the releases cannot be read: ${signed.message}`)];
  const day = ({ ends }: Signed) => ends.toISOString().slice(0, 10);
  const soon = signed.filter(({ ends }) => ends.getTime() - now.getTime() < WARN_DAYS * DAY_MS);
  if (soon.length > 0)
    return soon.map((each) =>
      warning(NAME, `that of ${each.what} holds until ${day(each)} only: ${each.remedy}`),
    );
  const [first] = signed.toSorted((a, b) => a.ends.getTime() - b.ends.getTime());
  return first ? [ok(NAME, `the first ends on ${day(first)} (${first.what})`)] : [];
}
