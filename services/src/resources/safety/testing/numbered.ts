/** Answers as text, in which the nth id that appears stays the nth. */
export function numbered(text: string): string {
  const ids = new Map<string, string>();
  return text.replace(/[0-9a-f]{24}|[0-9a-f-]{36}/g, (id) => {
    ids.set(id, ids.get(id) ?? `<${ids.size}>`);
    return ids.get(id)!;
  });
}
