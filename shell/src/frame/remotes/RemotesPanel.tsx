import { plural, t } from '@flint/texts';
import { Icon, IconButton, icons, Spinner } from '@flint/ui';
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { remotes } from '../../remotes/remote-store';
import { loadedOf, publishToDevTools } from './loaded';
import type { Overview } from '@flint/contracts/remotes-overview';
import { readOverview } from './overview';
import { Releases } from './Releases';
import { RemoteRow } from './RemoteRow';
import './remotes.css';

const HEADS = () => [
  t('Remote'),
  t('State'),
  t('Load time'),
  t('Version'),
  t('Source'),
  t('Commit'),
  t('Author'),
];

/** For testers: the remotes of this page with origin and author, and buttons to open and leave previews. */
export function RemotesPanel({ onClose }: { readonly onClose: () => void }) {
  const [overview, setOverview] = useState<Overview | 'failed' | null>(null);
  const [chosen, setChosen] = useState(0);
  const place = useRef<HTMLElement>(null);
  useSyncExternalStore(remotes.subscribe, remotes.states);
  useEffect(() => {
    const read = async () => {
      const found = await readOverview();
      publishToDevTools(found.remotes);
      setOverview(found);
    };
    read().catch(() => setOverview('failed'));
    place.current?.focus();
  }, []);
  const all = overview === null || overview === 'failed' ? [] : overview.remotes;
  const rows = all.map((remote) => ({ remote, loaded: loadedOf(remote) }));
  const current = rows[chosen];
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!step || rows.length === 0) return;
    event.preventDefault();
    const next = (chosen + step + rows.length) % rows.length;
    setChosen(next);
    place.current?.querySelectorAll<HTMLElement>('tbody button')[next]?.focus();
  };
  const ready = rows.filter(({ loaded }) => loaded.release !== '').length;
  const refused = all.filter((remote) => remote.refused !== null).length;

  return (
    <section
      ref={place}
      className="remotes"
      aria-label={t('Remotes')}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <header className="f-line f-gap-4">
        <h2>{t('Remotes')}</h2>
        <p role="status">
          {plural(ready, '{n} loaded', '{n} loaded')}, {plural(refused, '{n} refused', '{n} refused')}
        </p>
        <IconButton label={t('Close')} icon={<Icon path={icons.x} />} onClick={onClose} />
      </header>
      {overview === null && <Spinner label={t('Loading')} />}
      {overview === 'failed' && (
        <p role="alert">{t('The list of remotes could not be loaded. Close and reopen this panel.')}</p>
      )}
      {rows.length > 0 && (
        <div className="remotes__body">
          <table>
            <thead>
              <tr>
                {HEADS().map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <RemoteRow
                  key={row.remote.id}
                  {...row}
                  isChosen={index === chosen}
                  onChoose={() => setChosen(index)}
                />
              ))}
            </tbody>
          </table>
          {current && <Releases {...current} />}
        </div>
      )}
      {overview !== null && overview !== 'failed' && overview.refused.length > 0 && (
        <ul className="remotes__refused" translate="no">
          {overview.refused.map(([id, reason]) => (
            <li key={`${id} ${reason}`}>
              {id} {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
