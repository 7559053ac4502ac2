import { randomBytes } from 'node:crypto';

/**
 * A new id: 96 random bits as 24 hex digits. A driver's ObjectId has the time and a counter of all ids, which tell others when, and how much,
 * somebody did. These have neither, and look like the ids of earlier versions, so that stored ids and released remotes go on working.
 */
export const randomId = (): string => randomBytes(12).toString('hex');
