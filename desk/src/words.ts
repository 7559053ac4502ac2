import type { DeskCase, Disclosure, QueueItem } from '@flint/contracts/desk';

type Reason = QueueItem['reason'];
type Measure = DeskCase['next'];

export const REASONS: Readonly<Record<Reason, string>> = {
  no_show: 'No show',
  inappropriate_behavior: 'Inappropriate behavior',
  safety_concern: 'Safety concern',
  fake_profile: 'Fake profile',
  harassment: 'Harassment',
  underage: 'Under 18',
  impersonation: 'Impersonation',
  scam: 'Scam',
  hate: 'Hateful words',
  photos: 'Inappropriate photos',
  other: 'Something else',
};

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  none: 'No measure',
  warning: 'Warning',
  suspension: 'Suspension',
  ban: 'Ban',
};

export const GROUPS: readonly (readonly [QueueItem['group'], string])[] = [
  ['today', 'Answer today'],
  ['week', 'This week'],
  ['later', 'When there is time'],
  ['second', 'Waiting for a second operator'],
  ['decided', 'Decided'],
];

export const SEALED: Readonly<Record<Disclosure, string>> = {
  names: 'Names and photos of both',
  contact: 'Email addresses of both',
  place: 'Where they met, to the minute',
  message: 'What they wrote in their offers',
};

/** Who wrote a text of an offer. Reports of older versions do not say. */
export const AUTHORS = {
  reporter: 'Student A',
  about: 'Student B',
  unknown: 'one of the two: it is not known who',
} as const;

export const caseNumber = (id: string): string => id.slice(-6).toUpperCase();

export function headingOf({ kind, reason, measure }: Pick<QueueItem, 'kind' | 'reason' | 'measure'>): string {
  if (kind === 'proposal') return 'Ban proposed';
  if (kind === 'appeal') return `Appeal: ${MEASURE_NAMES[measure ?? 'none'].toLowerCase()}`;
  return REASONS[reason];
}

/** The second line of a queue entry. */
export function detailOf({ id, kind, earlier, by }: QueueItem): string {
  const number = `Case ${caseNumber(id)}`;
  if (kind === 'proposal' || kind === 'decided') return `${number}, by ${by}`;
  if (earlier === 0) return number;
  return `${number}, ${earlier === 1 ? 'one other report' : `${earlier} other reports`}`;
}

export const countOf = (count: number, one: string, many: string): string =>
  count === 0 ? `no ${many}` : `${count} ${count === 1 ? one : many}`;
