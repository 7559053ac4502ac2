import { message, t } from '@flint/texts';
import { buttonClass } from '@flint/ui';
import type { Loaded } from './loaded';
import type { Listed, RemoteOverview } from '@flint/contracts/remotes-overview';

const KINDS: Readonly<Record<Listed['kind'], string>> = {
  preview: message('Preview of a change'),
  released: message('Live release'),
  canary: message('Canary'),
  before: message('Previous release'),
};

/** The server's page of test releases: a button of ours begins and ends one. */
const SWITCH = '/test-release';

/** Releases of one remote, with forms that open a preview and go back. Forms of the server, because only a click may choose code. */
export function Releases({ remote, loaded }: { readonly remote: RemoteOverview; readonly loaded: Loaded }) {
  const { id, releases, contact, owner } = remote;
  return (
    <section className="remotes__releases" aria-label={t('Releases of {remote}', { remote: id })}>
      <h3>{t('Releases of {remote}', { remote: id })}</h3>
      <ul>
        {releases.map(({ release, kind, author, commit }) => (
          <li key={`${kind} ${release}`} className="f-line f-gap-4">
            <span>
              <b translate="no">{release}</b> {t(KINDS[kind])}
              {author && (
                <span translate="no"> · {[author, commit.slice(0, 9)].filter(Boolean).join(' · ')}</span>
              )}
            </span>
            {kind === 'preview' && !(loaded.state === 'preview' && loaded.release === release) && (
              <form method="post" action={SWITCH}>
                <input type="hidden" name="remote" value={id} />
                <input type="hidden" name="release" value={release} />
                <button className={buttonClass({ variant: 'secondary', size: 's' })}>
                  {t('Open it here')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {releases.length === 0 && <p>{t('No releases. The build that came with the shell is running.')}</p>}
      {loaded.state === 'preview' && (
        <form method="post" action={SWITCH}>
          <button name="end" value="yes" className={buttonClass({ variant: 'primary', size: 's' })}>
            {t('Return to the live release')}
          </button>
        </form>
      )}
      <p>
        <a href={contact} translate="no">
          {owner}
        </a>
      </p>
    </section>
  );
}
