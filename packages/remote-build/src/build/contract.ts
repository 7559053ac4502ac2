/**
 * The agreement with the shell that builds of this package are made for: REMOTE_CONTRACT of @flint/remote-kit, which a test compares. Not imported
 * from there: a remote with another React, or none, installs this package only.
 */
export const BUILT_FOR = 1;
