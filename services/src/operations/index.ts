export { backUp, checkBackup, type Manifest } from './backup';
export { backUpDaily } from './daily-backup';
export { completeRestore, describe } from './finish-restore';
export { joinWhole, restore } from './restore';
export {
  checkBucketOrFolder,
  checkDatabase,
  checkKeys,
  checkMail,
  checkMigrations,
  checkRound,
  type Finding,
} from './checks';
export { ensureIndexes, missingIndexes } from './indexes';
export { createMigrator } from './migrate';
export { joinAsProcess } from '../resources/index';
export { makeTodaysRound } from '../resources/matches/make-round';
export { readPlaces } from '../resources/places/read-places';
export { EnvSchema } from '../env';
export { certificateOf } from '../infra/certificate';
export { deriveKey } from '../infra/derive-key';
export { readMasterSecret, SECRET_BYTES } from '../infra/master-secret';
export { ADDRESS_MAX as SIGN_IN_ADDRESS_MAX } from '../resources/sign-in/limits';
