import { message, t } from '@flint/texts';
import type { Loaded } from './loaded';
import type { RemoteOverview } from '@flint/contracts/remotes-overview';

const STATES: Readonly<Record<Loaded['state'], string>> = {
  ready: message('Ready'),
  preview: message('Preview'),
  loading: message('Loading'),
  failed: message('Failed'),
  idle: message('Not loaded yet'),
};

interface Props {
  readonly remote: RemoteOverview;
  readonly loaded: Loaded;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One remote: source, release, author and load time. */
export function RemoteRow({ remote, loaded, isChosen, onChoose }: Props) {
  const { id, routes, releases, origin, refused, owner } = remote;
  const { state, release, time } = loaded;
  const shown = releases.find((each) => each.release === release);
  return (
    <tr aria-selected={isChosen} data-refused={refused !== null || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={isChosen} onClick={onChoose} translate="no">
          <b>{id}</b> {routes.join(', ')}
        </button>
      </th>
      <td>{refused === null ? t(STATES[state]) : t('Refused')}</td>
      {refused === null ? (
        <>
          <td>
            {time && (
              <span className="remotes__time f-row f-gap-2">
                <i
                  style={{ marginLeft: `${bar(time.start)}px`, width: `${Math.max(2, bar(time.took))}px` }}
                />
                {t('{ms} ms', { ms: Math.round(time.took) })}
              </span>
            )}
          </td>
          <td translate="no">{release || '–'}</td>
          <td translate="no">{new URL(origin ?? location.origin).host}</td>
          <td translate="no">{shown?.commit.slice(0, 9) || '–'}</td>
          <td translate="no">{shown?.author || owner}</td>
        </>
      ) : (
        <td colSpan={5}>
          <span translate="no">{refused}</span> {release && `${t('{release} stays in use.', { release })} `}
          {t('From {origin}, by {owner}.', { origin: origin ?? location.origin, owner })}
        </td>
      )}
    </tr>
  );
}

/** Width in pixels of a time in milliseconds, on a logarithmic scale: 1 s is 60 pixels, 10 s are 80. */
const bar = (ms: number): number => Math.log10(1 + ms) * 20;
