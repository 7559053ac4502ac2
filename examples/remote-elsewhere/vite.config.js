import { sharedSettings } from '@flint/remote-build/build/settings';
import { federation } from '@module-federation/vite';
import { defineConfig } from 'vite';
import project from './package.json' with { type: 'json' };

export default defineConfig({
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
      name: `flint_${project.remote.id}`,
      filename: 'remoteEntry-[hash].js',
      exposes: { './remote': './src/remote.tsx' },
      shared: sharedSettings(import.meta.dirname),
      manifest: true,
      dts: false,
    }),
  ],
});
