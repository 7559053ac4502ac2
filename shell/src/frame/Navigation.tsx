import { ScreenLink, type ScreenId } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Icon } from '@flint/ui';
import { prefetchRemote } from '../remotes/prefetch';
import { SCREEN_ROUTES } from '../routing/paths';
import { NAVIGATION, SCREENS } from '../routing/screens';

/** The way between screens: a rail at the side on wide windows, a bar at the bottom on phones. */
export function Navigation({ screen }: { readonly screen: ScreenId | null }) {
  return (
    <nav className="navigation" aria-label={t('Main')}>
      <ul>
        {NAVIGATION.map((id) => {
          const prefetch = () => void prefetchRemote(SCREEN_ROUTES[id].remote);
          return (
            <li key={id}>
              <ScreenLink
                to={id}
                aria-current={id === screen ? 'page' : undefined}
                onPointerEnter={prefetch}
                onFocus={prefetch}
              >
                <Icon name={SCREENS[id].icon} size={22} />
                <span>{t(SCREENS[id].label)}</span>
              </ScreenLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
