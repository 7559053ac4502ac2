import { message, t } from '@flint/texts';
import { buttonClass, Drawing } from '@flint/ui';
import type { RemoteFailureCode } from './report';

interface Props {
  readonly label: string;
  readonly code: RemoteFailureCode;
  readonly remote: string;
  readonly version: string;
  /** Id of the attempt to load it, which the report has, too. */
  readonly request: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

const TEXT: Readonly<Record<RemoteFailureCode, string>> = {
  remote_unavailable: message('This screen could not be loaded. Everything else keeps working.'),
  remote_contract_mismatch: message(
    'This screen is being updated and does not fit the rest yet. Everything else keeps working.',
  ),
  remote_crashed: message('Something went wrong on this screen. Everything else keeps working.'),
};

/** Shown instead of a screen that could not be loaded: which one, what it means, and a retry button. */
export function RemoteFailure({ label, code, remote, version, request, busy, onRetry }: Props) {
  const words = [code, `${remote} ${version}`.trim(), request];
  return (
    <section className="remote-failure" role="alert" data-code={code}>
      <Drawing name="broken" />
      <h1 data-page-heading>{t('{screen} is not available right now', { screen: label })}</h1>
      <p>{t(TEXT[code])}</p>
      <button
        type="button"
        className={buttonClass({ variant: 'primary' })}
        aria-disabled={busy}
        onClick={() => busy || onRetry()}
      >
        {busy ? t('Trying again…') : t('Try again')}
      </button>
      <p className="remote-failure__code">
        <code translate="no">{words.join(' · ')}</code>
      </p>
    </section>
  );
}
