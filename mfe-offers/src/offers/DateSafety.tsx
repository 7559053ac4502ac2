import { WORDING, type Offer } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Bullets, Button, Icon, loadableDialog } from '@flint/ui';
import { Fragment, useState } from 'react';

const ShareDialog = loadableDialog(() => import('./ShareDialog').then((module) => module.ShareDialog));

interface Contact {
  readonly name: string;
  readonly label: string;
  readonly url: string;
}

/** The default name in `.env.example`; the operator names other contacts. */
const EMERGENCY = message('Emergency services');

/** Emergency contacts that the university has named. */
function Contacts({ contacts }: { readonly contacts: readonly Contact[] }) {
  return contacts.map(({ name, label, url }, i) => (
    <Fragment key={name}>
      {i > 0 && ` ${t('or')} `}
      <span translate={name === EMERGENCY ? undefined : 'no'}>
        {name === EMERGENCY ? t(EMERGENCY) : name}: <a href={url}>{label}</a>
      </span>
    </Fragment>
  ));
}

/** Safety advice before a date, whom to call, and a link for a friend (decisions/012). */
export function DateSafety({ offer }: { readonly offer: Offer }) {
  const { config, online } = usePlatform();
  const contacts = config.safetyContacts ?? [];
  const [sharing, setSharing] = useState(false);
  return (
    <details className="o-safety">
      <summary>
        <Icon name="shield" size={18} />
        <span>{t('Before you meet')}</span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <Bullets>
        <li>{t(WORDING.meetInPublic)}</li>
        <li>{t(WORDING.ownWayHome)}</li>
        <li>
          {contacts.length > 0
            ? rich('In an emergency call {numbers}.', { numbers: <Contacts contacts={contacts} /> })
            : t(WORDING.inEmergency)}
        </li>
      </Bullets>
      <Button size="s" icon={<Icon name="user" />} disabled={!online} onClick={() => setSharing(true)}>
        {t('Share my date')}
      </Button>
      {sharing && <ShareDialog offer={offer} onClose={() => setSharing(false)} />}
    </details>
  );
}
