import { useEffect, useState, useSyncExternalStore, version as react } from 'react';
import project from '../package.json';
import type { Platform } from './platform';

interface Profile {
  readonly completeness: number;
}

/** One screen: the state of the page (platform), a response of the API on a granted route (data port), and a button. */
export function Games({ platform }: { readonly platform: Platform }) {
  const { online } = useSyncExternalStore(platform.subscribe, platform.now);
  const [profile, setProfile] = useState<Profile>();
  const [played, setPlayed] = useState(0);
  useEffect(() => {
    const load = async () => {
      const { data } = await platform.data.call({ method: 'GET', path: '/profile' });
      if (data) setProfile(data as Profile);
    };
    void load();
  }, [platform]);
  return (
    <>
      <h1 tabIndex={-1} data-page-heading>
        {platform.t('Games')}
      </h1>
      <p>{platform.t(online ? 'You are online.' : 'You are offline.')}</p>
      <p>
        {profile
          ? platform.t('Your profile is {n} % complete.', { n: profile.completeness })
          : platform.t('Loading')}
      </p>
      <button type="button" onClick={() => setPlayed(played + 1)}>
        {platform.t('Play ({n})', { n: played })}
      </button>
      <p>{platform.t('React {react}, release {version}', { react, version: project.version })}</p>
    </>
  );
}
