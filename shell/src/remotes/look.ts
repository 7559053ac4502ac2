/** The looks of the page, without what a stylesheet would load. */
export function look(): string {
  const isOurs = ({ href }: CSSStyleSheet) =>
    href === null ||
    (new URL(href).origin === location.origin && !new URL(href).pathname.startsWith('/remotes/'));
  return [...document.styleSheets]
    .filter(isOurs)
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map(({ cssText }) => cssText.replace(/url\((?!"data:)[^()]*\)/g, 'none'))
    .join('\n');
}
