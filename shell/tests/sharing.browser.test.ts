import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import root from '../../package.json';
import kit from '../../packages/remote-kit/package.json';
import { REPOSITORY, remoteWorkspaces } from '@flint/scripts/compose/remotes';
import { openPage } from '@flint/testing/browser';
import { browser, openSignedIn, useStage } from './stage';
import { heading } from './screens';

const stage = useStage(undefined, [beforeAll, afterAll]);

const screenShown = (page: Page) => page.locator('#main [data-page-heading]').first().waitFor();

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );

/** Records every scope of shared modules that the container of a remote gets. */
const NOTE_SCOPES = (names: readonly string[]) => {
  const page = globalThis as unknown as { scopes: unknown[] } & Record<string, unknown>;
  page.scopes = [];
  for (const name of names) {
    let noted: unknown;
    Object.defineProperty(page, name, {
      configurable: true,
      get: () => noted,
      set(container: { init(scope: unknown): unknown; get(module: string): unknown } | undefined) {
        noted = container && {
          init: (scope: unknown) => (page.scopes.push(scope), container.init(scope)),
          get: (module: string) => container.get(module),
        };
      },
    });
  }
};

/** The shared modules of the remotes of this page: `<package> <version> <provider>`, once for each scope. */
const lentModules = (page: Page) =>
  page.evaluate(() => {
    type Scope = Record<string, Record<string, { from: string }>>;
    const scopes = new Set((globalThis as unknown as { scopes: Scope[] }).scopes);
    return [...scopes].map((scope) =>
      Object.entries(scope).flatMap(([name, versions]) =>
        Object.entries(versions).map(([version, { from }]) => `${name} ${version} ${from}`),
      ),
    );
  });

const filesOf = (workspace: string, pattern: RegExp) => {
  const dist = join(REPOSITORY, workspace, 'dist');
  return readdirSync(dist)
    .filter((name) => pattern.test(name))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n');
};

const versionOf = (name: 'react' | 'react-dom') => root.dependencies[name];

describe('shell and remotes together', () => {
  it('the Chrome DevTools of Module Federation, with a plugin inserted before the page starts - after a visit - read the remotes that run, their versions and what is shared; the plugin is notified of the remote', async () => {
    const { page, close } = await openSignedIn();
    await page.addInitScript(() => {
      const loaded: string[] = [];
      const plugin = {
        name: 'tools',
        onLoad(args: { readonly id: string }) {
          loaded.push(args.id);
          return args;
        },
      };
      // no other screen is loaded ahead
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      Object.assign(globalThis, { loaded, __FEDERATION__: { __GLOBAL_PLUGIN__: [plugin] } });
    });
    await page.goto(`${stage.url}/offers`);
    await screenShown(page);
    const { offers } = (await (await fetch(`${stage.url}/remotes.json`)).json()) as {
      offers: { entry: string; version: string };
    };
    // as JSON, because the extension reads copies: functions and promises do not reach it
    const read = JSON.parse(
      await page.evaluate(() => {
        type Read = { moduleInfo: unknown; __SHARE__: unknown; __INSTANCES__: { name: string }[] };
        const { loaded, __FEDERATION__: read } = globalThis as unknown as {
          loaded: string[];
          __FEDERATION__: Read;
        };
        const { moduleInfo, __SHARE__: share, __INSTANCES__: all } = read;
        return JSON.stringify({ loaded, instances: all.map(({ name }) => name), moduleInfo, share });
      }),
    ) as object;
    const shared = (useIn = ['flint_shell', 'flint_offers']) => ({
      from: 'flint_shell',
      loaded: true,
      useIn,
    });
    expect(read).toMatchObject({
      loaded: expect.arrayContaining([expect.stringMatching(/^flint_offers@\d+\/remote$/)]),
      // the page's first, and one for each remote
      instances: expect.arrayContaining(['flint_shell', 'flint_offers']),
      moduleInfo: {
        flint_shell: { remotesInfo: { flint_offers: { matchedVersion: offers.entry } } },
        [`flint_offers:${offers.entry}`]: {
          version: offers.entry,
          buildVersion: offers.version,
          remoteEntry: expect.stringMatching(/remoteEntry\.\w+\.js$/),
        },
      },
      share: {
        'flint_shell:0.1.0': {
          default: {
            react: { [versionOf('react')]: shared() },
            'react-dom': { [versionOf('react-dom')]: shared(['flint_shell']) },
            'react/jsx-runtime': { [versionOf('react')]: shared() },
            '@flint/remote-kit': { [kit.version]: shared() },
            '@flint/remote-kit/data': { [kit.version]: shared() },
          },
        },
      },
    });
    await close();
  });

  it('shared packages - after a visit to every screen - are one copy each, which the shell shares with all remotes', async () => {
    const { page, close } = await openSignedIn();
    await page.addInitScript(
      NOTE_SCOPES,
      remoteWorkspaces().map(({ id }) => `flint_${id}`),
    );
    await page.goto(stage.url);
    await screenShown(page);
    for (const name of ['Availability', 'Photos', 'Offers']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await heading(page).filter({ hasText: name }).waitFor();
    }
    const lent = await lentModules(page);
    expect(lent).toHaveLength(1);
    expect(lent[0]?.toSorted()).toEqual([
      expect.stringMatching(/^@flint\/remote-kit 1\.[\d.]+ flint_shell$/),
      // the runtime names a package that loads later after the first remote that needs it
      expect.stringMatching(/^@flint\/remote-kit\/data 1\.[\d.]+ flint_\w+$/),
      expect.stringMatching(/^react 19\.[\d.]+ flint_shell$/),
      expect.stringMatching(/^react-dom 19\.[\d.]+ flint_shell$/),
      expect.stringMatching(/^react\/jsx-runtime 19\.[\d.]+ flint_shell$/),
    ]);
    await close();
  });

  it.each(remoteWorkspaces().map(({ dir }) => dir.slice(REPOSITORY.length + 1)))(
    '%s - as built - contains the number of its own contract, no copy of a shared package, and no schema',
    (workspace) => {
      expect(filesOf(workspace, /^remoteEntry\.\w+\.js$/)).toMatch(/contract:\s*1\b/);
      expect(JSON.parse(filesOf(workspace, /^mf-manifest\.json$/))).toMatchObject({ contract: 1 });
      const code = filesOf(workspace, /\.js$/);
      for (const marker of [
        'react.transitional.element',
        'usePlatform: no PlatformProvider',
        'RTK_autoBatch',
        'zod',
      ]) {
        expect(code.includes(marker)).toBe(false);
      }
    },
  );

  it('signed out - at a deep link - downloads neither the API client nor another remote, and requests no foreign origin', async () => {
    const { page, close } = await openPage(browser);
    stage.requests.length = 0;
    await page.goto(`${stage.url}/photos`);
    await screenShown(page);
    expect(new URL(page.url()).pathname).toBe('/photos');
    expect((await scriptsOf(page)).filter((name) => name.includes('remote-kit'))).toEqual([]);
    expect(stage.requests.filter((line) => !line.startsWith('auth '))).toEqual([]);
    await close();
  });
});
