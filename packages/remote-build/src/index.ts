export { base, withoutSchemas, withRefresh, type BrowserBuild } from './build/base';
export { CheckLazyFiles } from './build/check-lazy-files';
export { alone, remote } from './build/remote';
export { devPort, isProd, sharedSettings, sharedVersions } from './build/settings';
