/** One content line, unfolded. */
interface Line {
  readonly name: string;
  readonly value: string;
}

const ONCE = ['UID', 'DTSTAMP', 'DTSTART', 'SEQUENCE', 'SUMMARY', 'STATUS', 'CLASS'];
const KNOWN = new Set([
  ...ONCE,
  'DTEND',
  'DURATION',
  'LOCATION',
  'ORGANIZER',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'ACTION',
  'DESCRIPTION',
  'TRIGGER',
]);
const UTC = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

function unfold(content: string): Line[] {
  return content
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => ({ name: line.slice(0, line.search(/[:;]/)), value: line.slice(line.indexOf(':') + 1) }));
}

function instantOf(value: string): number | null {
  const [, ...fields] = UTC.exec(value) ?? [];
  if (fields.length !== 6) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCHours() === hour;
  return isReal ? at.getTime() : null;
}

function octetFaults(bytes: Uint8Array): string[] {
  const faults: string[] = [];
  const text = Buffer.from(bytes).toString('latin1');
  if (/[^\r]\n|\r[^\n]/.test(text)) faults.push('a line does not end in CRLF');
  for (const line of text.split('\r\n')) {
    const octets = Buffer.from(line, 'latin1');
    if (octets.length > 75) faults.push(`a line of ${octets.length} octets`);
    if (!Buffer.from(octets.toString('utf8')).equals(octets)) faults.push('a character is split by folding');
    if ([...octets].some((octet) => (octet < 32 && octet !== 9) || octet === 127))
      faults.push('a control character');
  }
  return faults;
}

/** Errors of a calendar file with one event, by RFC 5545 and decisions/015. */
export function calendarFaults(content: string): string[] {
  const faults = octetFaults(Buffer.from(content));
  const lines = unfold(content);
  const count = (name: string, value?: string) =>
    lines.filter((line) => line.name === name && (value === undefined || line.value === value)).length;
  for (const name of ['VERSION', 'PRODID', 'METHOD', ...ONCE]) {
    if (count(name) !== 1) faults.push(`${count(name)} times ${name}`);
  }
  if (count('BEGIN', 'VEVENT') !== 1 || count('END', 'VEVENT') !== 1) faults.push('not exactly one event');
  if (count('BEGIN', 'VALARM') !== count('END', 'VALARM')) faults.push('an alarm is not closed');
  if (count('DTEND') + count('DURATION') !== 1) faults.push('DTEND or DURATION, not both or neither');
  if (count('ATTENDEE') > 0) faults.push('an address leaks');
  // RFC 5546 3.2.1 and 3.2.5
  if (count('ORGANIZER') !== 1) faults.push(`${count('ORGANIZER')} times ORGANIZER`);
  const isCancelled = count('STATUS', 'CANCELLED') === 1;
  if (count('METHOD', isCancelled ? 'CANCEL' : 'PUBLISH') !== 1) faults.push('METHOD does not fit STATUS');
  const start = lines.findIndex(({ name, value }) => name === 'BEGIN' && value === 'VEVENT');
  for (const { name } of lines.slice(start).filter((line) => !['BEGIN', 'END'].includes(line.name))) {
    if (!KNOWN.has(name)) faults.push(`unexpected ${name}`);
  }
  const at = (name: string) => instantOf(lines.find((line) => line.name === name)?.value ?? '');
  for (const name of ['DTSTAMP', 'DTSTART', 'DTEND']) {
    if (count(name) === 1 && at(name) === null) faults.push(`${name} is not a real instant in UTC`);
  }
  if ((at('DTEND') ?? 0) <= (at('DTSTART') ?? 0)) faults.push('it ends before it starts');
  for (const { name, value } of lines.filter((line) =>
    ['SUMMARY', 'LOCATION', 'DESCRIPTION'].includes(line.name),
  )) {
    if (/\\[^\\;,nN]|(?<!\\)(?:\\\\)*[;,]/.test(value.replace(/\\\\/g, '')))
      faults.push(`${name} is not escaped`);
  }
  return faults;
}

/** The value of a property that occurs exactly once. */
export const calendarValue = (content: string, name: string): string | undefined =>
  unfold(content)
    .find((line) => line.name === name)
    ?.value.replace(/^MAILTO:/, '');
