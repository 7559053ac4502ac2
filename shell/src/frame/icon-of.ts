import type { REGISTRY_ICONS } from '@flint/contracts/registry';
import { type IconPath, icons } from '@flint/ui';

/** The icons that a screen may name. */
const ICONS: Readonly<Record<(typeof REGISTRY_ICONS)[number], IconPath>> = {
  alert: icons.alert,
  block: icons.block,
  calendar: icons.calendar,
  camera: icons.camera,
  check: icons.check,
  clock: icons.clock,
  download: icons.download,
  edit: icons.edit,
  eye: icons.eye,
  flag: icons.flag,
  globe: icons.globe,
  handshake: icons.handshake,
  heart: icons.heart,
  mail: icons.mail,
  pin: icons.pin,
  search: icons.search,
  settings: icons.settings,
  shield: icons.shield,
  spark: icons.spark,
  star: icons.star,
  user: icons.user,
};

/** The icon that a screen names; the registry and the shipped screens name no other. */
export const iconOf = (name: string): IconPath => ICONS[name as keyof typeof ICONS];
