import { useUser } from '@flint/remote-kit';
import { useReadProfileQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Page } from '@flint/ui';
import { useState } from 'react';
import project from '../package.json';
import { Seats } from './Seats';

/** One screen: the session (platform), a response of the API (data port), and a button. */
export function Root() {
  const { email } = useUser();
  const { data: profile } = useReadProfileQuery();
  const [seats, setSeats] = useState(0);
  return (
    <Page title={t('Rides')}>
      <p>{t('You are signed in as {email}.', { email })}</p>
      <p>{profile ? t('Your profile is {n} % complete.', { n: profile.completeness }) : t('Loading')}</p>
      <Seats count={seats} onAdd={() => setSeats(seats + 1)} />
      <p>{t('Release {version}', { version: project.version })}</p>
    </Page>
  );
}
