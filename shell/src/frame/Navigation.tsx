import { ScreenLink, usePlatform, type ScreenId } from '@flint/remote-kit';
import { language, plural, t } from '@flint/texts';
import { Icon, icons, loadable, useIsWide, VisuallyHidden } from '@flint/ui';
import { useNextDate, useWaiting } from '../platform/news';
import { prefetchRemote } from '../remotes/registry';
import { isInSettings, labelOf, navigation } from '../routing/screens';
import { iconOf } from './icon-of';

const NextDate = loadable(
  () => import('./NextDate').then((module) => module.NextDate),
  // everything else works without it
  () => null,
);

/** On a phone these are reached from the profile. */
const IN_PROFILE: ReadonlySet<ScreenId> = new Set(['photos', 'onboarding']);

/** The way between screens: a rail at the side on wide windows, a bar at the bottom on phones. */
export function Navigation({ screen }: { readonly screen: ScreenId | null }) {
  const waiting = useWaiting();
  const date = useNextDate();
  const isSettings = isInSettings(usePlatform().navigation.location);
  const isWide = useIsWide();
  const shown = !isWide && screen && IN_PROFILE.has(screen) ? 'profile' : screen;
  return (
    <nav className="navigation" aria-label={t('Main')}>
      <ul>
        {navigation().map(({ id, remote, icon }) => {
          const prefetch = () => void prefetchRemote(remote);
          return (
            <li key={id} className={IN_PROFILE.has(id) ? 'navigation__wide' : undefined}>
              <ScreenLink
                to={id}
                aria-current={id === shown && !isSettings ? 'page' : undefined}
                onPointerEnter={prefetch}
                onFocus={prefetch}
              >
                <Icon path={iconOf(icon)} size={22} />
                <span>{labelOf(id)}</span>
                {id === 'offers' && waiting > 0 && (
                  <span className="navigation__count f-center">
                    <span aria-hidden="true">{waiting}</span>
                    <VisuallyHidden>
                      {plural(waiting, '{n} waits for you', '{n} wait for you')}
                    </VisuallyHidden>
                  </span>
                )}
              </ScreenLink>
            </li>
          );
        })}
      </ul>
      {date && <NextDate date={date} fallback={null} />}
      <ul className="navigation__wide navigation__more">
        <li>
          <ScreenLink
            to="profile"
            params={{ page: 'settings' }}
            aria-current={isSettings ? 'page' : undefined}
          >
            <Icon path={icons.settings} /> {t('Settings')}
          </ScreenLink>
        </li>
        <li>
          <a href={`/help.html#${language()}`}>
            <span className="navigation__help f-disc" aria-hidden="true">
              ?
            </span>{' '}
            {t('Help')}
          </a>
        </li>
      </ul>
    </nav>
  );
}
