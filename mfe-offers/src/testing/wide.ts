/** Sets a window width with room for two panes; the returned function restores a phone's width. */
export function makeWide(): () => void {
  const list = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(window, { matchMedia: () => list });
  return () => void Reflect.deleteProperty(window, 'matchMedia');
}
