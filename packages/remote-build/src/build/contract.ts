/**
 * The contract number of builds by this package: REMOTE_CONTRACT of @flint/remote-kit, which a test compares. Not imported
 * from there, because a remote with another React, or none, installs this package only.
 */
export const BUILT_FOR = 1;
