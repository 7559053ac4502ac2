import './Icon.css';

/** A path of icons.ts. */
export type IconPath = `${'M' | 'm'}${number} ${string}`;

interface IconProps {
  readonly path: IconPath;
  /** The accessible name, if no text beside it says it. */
  readonly label?: string;
  readonly size?: number;
}

/** A line icon in the color of the text around it. */
export function Icon({ path, label, size = 20 }: IconProps) {
  return (
    <svg
      className="f-icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} />
    </svg>
  );
}
