export { base, withoutSchemas, withRefresh, type BrowserBuild } from './build/base';
export { CheckLazyFiles } from './build/check-lazy-files';
export { federation } from './build/federation';
export { alone, remote } from './build/remote';
export { devPort, isProd, providedPackages, sharedSettings, sharedVersions } from './build/settings';
