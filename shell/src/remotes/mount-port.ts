import type { Route } from '@flint/contracts';
import type { MountCall, MountPlatform, MountState, Platform, RemoteId, ScreenId } from '@flint/remote-kit';
import { language, locale, t } from '@flint/texts';
import { loadData } from '../platform/load-data';
import { createDrafts } from './mount-drafts';

function stateOf(screen: ScreenId, { config, session, navigation, online }: Platform): MountState {
  const { params } = navigation.location;
  return { screen, params, config, session, online, language: language(), locale: locale() };
}

/** A path below the API's base, as it is: nothing that leads out of it. */
const isPath = (path: string) => /^\/[\w-]/.test(path) && !/\.\.|\\|%2e/i.test(path);

async function call({ method, path, action = 'load', ...rest }: MountCall) {
  if (!isPath(path)) throw new TypeError(`${path} is no path of the API`);
  const { send } = await loadData();
  return send({ route: { method, path, auth: 'user' } as unknown as Route, action, ...rest });
}

/** The platform for a remote without the shell's React: what `usePlatform` has, and a way to hear of changes. */
export function createPort(remote: RemoteId, screen: ScreenId, first: Platform) {
  let platform = first;
  let state = stateOf(screen, first);
  const listeners = new Set<() => void>();
  const user = () =>
    platform.session.status === 'signedIn' || platform.session.status === 'unknown'
      ? platform.session.user.id
      : '';
  return {
    set(next: ScreenId, now: Platform) {
      if (now === platform && next === state.screen) return;
      platform = now;
      state = stateOf(next, now);
      for (const listener of listeners) listener();
    },
    open: (fail: MountPlatform['fail']): MountPlatform => ({
      now: () => state,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      auth: platform.auth,
      navigation: {
        goTo: (...to) => platform.navigation.goTo(...to),
        back: () => platform.navigation.back(),
        href: (...to) => platform.navigation.href(...to),
      },
      notify: (...notice) => platform.notify(...notice),
      setUnsaved: (key, ...rest) => platform.setUnsaved(`${remote}:${key}`, ...rest),
      t,
      drafts: createDrafts(remote, user),
      data: { call },
      fail,
    }),
    /** The remote is gone: nobody listens any more. */
    close: () => listeners.clear(),
  };
}
