/** A window with room for two panes; the returned function makes it a phone again. */
export function makeWide(): () => void {
  const list = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(window, { matchMedia: () => list });
  return () => void Reflect.deleteProperty(window, 'matchMedia');
}
