const LINE_OCTETS = 75;

function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    // every part except the first begins with the space that marks a continuation
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

/**
 * Folds content lines again so that none is longer than 75 octets and no character is split (RFC 5545 3.1).
 * NOTE `ics` counts UTF-16 units instead of octets.
 */
export function foldByOctets(content: string): string {
  return content
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map(foldLine)
    .join('\r\n');
}
