import { decode } from '../src/bson/codec';
import { Store } from '../src/catalog/store';
import { keysOf } from '../src/index-keys/keys-of';
import { findRecords } from '../src/read/find';
import { documentRange, indexRange } from '../src/storage/keys';
import type { Ledger } from './writers';

export interface Findings {
  lost: number;
  halfTransactions: number;
  indexErrors: number;
  readonly reopenMs: number;
  readonly documents: number;
}

function indexErrors(store: Store): number {
  let wrong = 0;
  for (const collection of store.catalogue.all()) {
    const documents = store.range(documentRange(collection.id)).map(({ value }) => decode(value as Buffer));
    for (const index of collection.indexes) {
      const wanted = documents.reduce((total, document) => total + keysOf(index, document).length, 0);
      const { low, high } = indexRange(index.id);
      if (store.count(low, high) !== wanted) wrong += 1;
    }
  }
  return wrong;
}

/** Opens the folder after a kill and compares its content with the acknowledged writes. */
export async function verify(folder: string, ledger: Ledger): Promise<Findings> {
  const started = performance.now();
  const store = await Store.open(folder);
  const reopenMs = performance.now() - started;
  const all = (name: string) =>
    [...findRecords(store, store.catalogue.get(`crash.${name}`), { filter: {} })].map(([, raw]) =>
      decode(raw),
    );
  const documents = new Set(all('documents').map(({ _id }) => _id as number));
  const pairs = new Set(all('pairs').map(({ _id }) => _id as number));
  const missing = [...ledger.inserted, ...ledger.transacted].filter((n) => !documents.has(n)).length;
  const counted = Number(all('counters')[0]?.v ?? 0);
  // a pair without its document, or a transaction's document without its pair
  const half =
    [...pairs].filter((n) => !documents.has(n)).length +
    [...ledger.transacted].filter((n) => !pairs.has(n)).length;
  const unpaired = [...documents].filter((n) => !pairs.has(n) && ledger.transacted.has(n)).length;
  const findings = {
    lost: missing + Math.max(0, ledger.counted - counted) + Math.max(0, counted - ledger.asked),
    halfTransactions: half + unpaired,
    indexErrors: indexErrors(store),
    reopenMs,
    documents: documents.size,
  };
  await store.close();
  return findings;
}
