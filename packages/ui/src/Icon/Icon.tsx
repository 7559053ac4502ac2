import './Icon.css';

const PATHS = {
  spark: 'M13 2 5 13.5h5.5L9 22l9-12h-6z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  heart: 'M12 20s-7-4.6-9-9a4.8 4.8 0 0 1 9-3.4A4.8 4.8 0 0 1 21 11c-2 4.4-9 9-9 9z',
  handshake: 'm3 11 4-5 5 2 5-2 4 5-5 6-4 2-4-2zM8 12l3 3M11 10l4 4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.6-4 4-6 8-6s7.4 2 8 6',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  check: 'm4 12.5 5 5L20 6.5',
  x: 'm6 6 12 12M18 6 6 18',
  'chevron-left': 'm15 5-7 7 7 7',
  'chevron-right': 'm9 5 7 7-7 7',
  'chevron-down': 'm5 9 7 7 7-7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  pin: 'M12 21s7-6 7-11.500a7 7 0 0 0-14 0C5 15 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  shield: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6z',
  flag: 'M5 21V4h12l-2 4 2 4H5',
  alert: 'M12 4 2.8 20h18.400zM12 10v4.500M12 17.500h.010',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  star: 'm12 3 2.7 5.7 6.3.8-4.6 4.3 1.2 6.200L12 17l-5.6 3 1.2-6.200L3 9.500l6.3-.800z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 12a8 8 0 1 1-2.3-5.700M20 4v4h-4',
  offline:
    'M3 3l18 18M8.5 16a5 5 0 0 1 7 0M5 12.500a10 10 0 0 1 4-2.300M19 12.500a10 10 0 0 0-6-2.900M12 20h.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  keyboard: 'M3 6h18v12H3zM7 10h.010M11 10h.010M15 10h.010M7 14h10',
  logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.2 2.200M16.2 16.200l2.2 2.200M18.4 5.600l-2.2 2.200M7.8 16.200l-2.2 2.2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 11v2M12 11v2M19 11v2',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12',
  rotate: 'M4 12a8 8 0 1 0 3-6.200M7 2v4h4',
} as const;

export type IconName = keyof typeof PATHS;

/** All icons: the registry of remotes may name each. */
export const ICON_NAMES = Object.keys(PATHS) as readonly IconName[];

interface IconProps {
  readonly name: IconName;
  /** The accessible name, if no text beside it says it. */
  readonly label?: string;
  readonly size?: number;
}

/** A line icon in the color of the text around it. */
export function Icon({ name, label, size = 20 }: IconProps) {
  return (
    <svg
      className="f-icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
