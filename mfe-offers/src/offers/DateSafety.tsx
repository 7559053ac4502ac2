import type { Offer } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { Button, Icon } from '@flint/ui';
import { lazy, Suspense, useState } from 'react';

const ShareDialog = lazy(() => import('./ShareDialog').then((module) => ({ default: module.ShareDialog })));

/** What everybody is told before a date, with whom to call and a way to tell a friend (product notes 6). */
export function DateSafety({ offer }: { readonly offer: Offer }) {
  const { config, online } = usePlatform();
  const [sharing, setSharing] = useState(false);
  return (
    <details className="o-safety">
      <summary>
        <Icon name="shield" size={18} />
        <span>Before you meet</span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <ul>
        <li>Meet in a public place, and tell a friend where you are.</li>
        <li>Arrange your own way home. You can leave whenever you like.</li>
        <li>
          In an emergency call
          {(config.safetyContacts ?? []).map(({ name, label, url }, i) => (
            <span key={name}>
              {i === 0 ? ' ' : ' or '}
              {name}: <a href={url}>{label}</a>
            </span>
          ))}
          {!config.safetyContacts?.length && ' your local emergency number or campus security'}.
        </li>
      </ul>
      <Button size="s" icon={<Icon name="user" />} disabled={!online} onClick={() => setSharing(true)}>
        Share my date
      </Button>
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialog offer={offer} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </details>
  );
}
