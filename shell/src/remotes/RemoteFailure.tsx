import { t } from '@flint/texts';
import { buttonClass, Icon, icons, PageNotice } from '@flint/ui';
import { useEffect } from 'react';
import { focusArrival } from '../routing/page-effects';
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

/** Shown instead of a screen that could not be loaded: which one, a retry button, and closed details that name code, build and attempt. */
export function RemoteFailure({ label, code, remote, version, request, busy, onRetry }: Props) {
  useEffect(
    () => () => {
      // the focus was in the panel, which has gone
      if (document.activeElement === document.body) focusArrival();
    },
    [],
  );
  return (
    <PageNotice
      className="remote-failure"
      role="alert"
      data-code={code}
      title={t('Unable to Load {screen}', { screen: label })}
      text={t('Everything else works. Try again in a moment.')}
      action={
        <button
          type="button"
          className={buttonClass({ variant: 'primary' })}
          aria-disabled={busy || undefined}
          onClick={() => busy || onRetry()}
        >
          {busy ? t('Trying again…') : t('Try Again')}
        </button>
      }
    >
      <details>
        <summary className="f-line f-gap-1">
          {t('Details for support')} <Icon path={icons.chevronDown} size={16} />
        </summary>
        <code translate="no">{[code, `${remote} ${version}`.trim(), request].join(' · ')}</code>
      </details>
    </PageNotice>
  );
}
