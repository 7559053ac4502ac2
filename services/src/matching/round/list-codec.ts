import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EncodedList, MadeList } from './types';

const VERSION = 1;

/** Encodes a list as bytes to be sealed and stored: its version, then deflated JSON. */
export function encodeList(list: MadeList): EncodedList {
  // a list has about 12 kB: the window of 32 kB would take a third more time
  const packed = deflateRawSync(JSON.stringify(list), { windowBits: 13, memLevel: 6 });
  // a buffer of its own, so that it can be transferred between threads
  const bytes = new Uint8Array(1 + packed.length);
  bytes[0] = VERSION;
  bytes.set(packed, 1);
  return { id: list.id, bytes };
}

/** Decodes a list. Throws an error of one sentence if the bytes are damaged or of another version. */
export function decodeList(bytes: Uint8Array): MadeList {
  if (bytes[0] !== VERSION) throw new Error('The list is of a version this program does not read.');
  try {
    return JSON.parse(inflateRawSync(bytes.subarray(1)).toString()) as MadeList;
  } catch (cause) {
    throw new Error('The list is damaged.', { cause });
  }
}
