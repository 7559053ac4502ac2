export { backUp, checkBackup, restore, type Manifest } from './backup';
export { checkBucketOrFolder, checkDatabase, checkKeys, checkMail, checkRound, type Finding } from './checks';
export { ensureIndexes, missingIndexes } from './indexes';
export { createMigrator } from './migrate';
export { makeTodaysRound } from '../resources/matches/make-round';
export { EnvSchema } from '../env';
export { deriveKey } from '../infra/derive-key';
export { readMasterSecret, SECRET_BYTES } from '../infra/master-secret';
export { ADDRESS_MAX as SIGN_IN_ADDRESS_MAX } from '../resources/sign-in/limits';
