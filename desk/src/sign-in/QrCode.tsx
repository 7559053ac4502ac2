/** A QR code from its rows of modules: one path, dark on white in every theme, so that scanners read it. */
export function QrCode({ modules }: { readonly modules: readonly string[] }) {
  const size = modules.length;
  const dark = modules.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === '1' ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the text below">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
