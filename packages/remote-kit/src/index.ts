export {
  REMOTE_CONTRACT,
  type ComponentRemote,
  type MountRemote,
  type RemoteModule,
  type RemoteProps,
} from './remote';
export type { MountCall, MountPlatform, MountState } from './mount';
export {
  REMOTE_IDS,
  SCREEN_IDS,
  type RemoteId,
  type ScreenId,
  type ScreenLocation,
  type ScreenParams,
} from './screens';
export type {
  AlertOutcome,
  AlertPort,
  AlertState,
  AuthActions,
  AuthResult,
  Navigation,
  NoticeTone,
  Platform,
  PlatformConfig,
  SessionState,
  SessionUser,
} from './platform';
export { PlatformProvider, ScreenLink, usePlatform, useUser } from './context';
