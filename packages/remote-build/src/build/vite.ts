import { federationSettings, sharedSettings } from './settings';

/** The build of a remote by Vite, with `federation` of `@module-federation/vite`, which the project installs. */
export const viteRemote = (dir: string, federation: (settings: object) => unknown): object => ({
  base: './',
  build: {
    target: 'es2022',
    // all files of a remote are in one folder, and there is no page
    assetsDir: '',
    modulePreload: false,
    rolldownOptions: { input: './src/remote.tsx' },
  },
  plugins: [
    federation({
      ...federationSettings(dir),
      filename: 'remoteEntry-[hash].js',
      shared: sharedSettings(dir),
    }),
  ],
});

/** Settings of vitest: components of @flint/ui import their styles, which only a bundler understands. */
export const tests = {
  test: { environment: 'jsdom', globals: true, server: { deps: { inline: [/@flint\//] } } },
};
