import type { Route } from '@flint/contracts';
import type { MountCall, MountPlatform, MountState, Platform, RemoteId, ScreenId } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { language, locale, t } from '@flint/texts';
import { loadData } from '../platform/load-data';
import { openedData } from '../platform/opened-data';
import { createDrafts } from './mount-drafts';

function stateOf(screen: ScreenId, { config, session, navigation, online }: Platform): MountState {
  const { params } = navigation.location;
  return { screen, params, config, session, online, language: language(), locale: locale() };
}

/** Whether a path stays below the base path of the API. */
const isPath = (path: string) => /^\/[\w-]/.test(path) && !/\.\.|\\|%2e/i.test(path);

/** Other screens, and the shell, read again what a write may have changed; reads that began before it come first. */
async function readAgain(): Promise<void> {
  const data = openedData();
  if (!data) return;
  const { module, store } = data;
  await Promise.allSettled(store.dispatch(module.api.util.getRunningQueriesThunk()));
  store.dispatch(module.api.internalActions.onOnline());
}

async function call({ method, path, action = 'load', ...rest }: MountCall) {
  if (!isPath(path)) throw new TypeError(`${path} is no path of the API`);
  const { send } = await loadData();
  const answer = await send({ route: { method, path, auth: 'user' } as unknown as Route, action, ...rest });
  if (method !== 'GET' && 'data' in answer) void readAgain();
  return answer;
}

/** The platform for a remote that does not use the shell's React: what `usePlatform` returns, and a subscription to changes. */
export function createPort(remote: RemoteId, screen: ScreenId, first: Platform) {
  let platform = first;
  let store = createStore(stateOf(screen, first));
  let isClosed = false;
  /** Unsaved work that this device does not keep: it is gone with the remote. */
  const onlyHere = new Set<string>();
  const user = () =>
    platform.session.status === 'signedIn' || platform.session.status === 'unknown'
      ? platform.session.user.id
      : '';
  return {
    set(next: ScreenId, now: Platform) {
      if (now === platform && next === store.get().screen) return;
      platform = now;
      store.set(stateOf(next, now));
    },
    open: (fail: MountPlatform['fail']): MountPlatform => {
      isClosed = false;
      return {
        now: () => store.get(),
        subscribe: (listener) => store.subscribe(listener),
        auth: platform.auth,
        navigation: {
          goTo: (...to) => platform.navigation.goTo(...to),
          back: () => platform.navigation.back(),
          href: (...to) => platform.navigation.href(...to),
        },
        notify: (...notice) => platform.notify(...notice),
        signOut: async (scope) => platform.signOut?.(scope),
        setUnsaved(key, text, options) {
          const name = `${remote}:${key}`;
          const isOnlyHere = text !== null && !options?.keptOnDevice;
          if (isOnlyHere && isClosed) return;
          if (isOnlyHere) onlyHere.add(name);
          else onlyHere.delete(name);
          platform.setUnsaved(name, text, options);
        },
        t,
        drafts: createDrafts(remote, user),
        data: { call },
        fail,
      };
    },
    /** The remote was unmounted or has failed: later changes reach no subscriber, and the unsaved work that only it had is forgotten. */
    close() {
      isClosed = true;
      store = createStore(store.get());
      for (const name of onlyHere) platform.setUnsaved(name, null);
      onlyHere.clear();
    },
  };
}
