import { t } from '@flint/texts';
import { useState, type ReactNode } from 'react';
import { CrashBoundary } from '../remotes/CrashBoundary';
import { reportCrash } from '../telemetry/report-crash';
import { FullPageNotice } from './FullPageNotice';

interface Props {
  /** Another value at each navigation: where the student is. */
  readonly place: unknown;
  readonly renderFallback?: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

const renderPage = () => (
  <FullPageNotice
    title={t('Something went wrong')}
    text={t('Your answers and photos are safe. Reloading usually helps.')}
    action={t('Load again')}
    onAction={() => location.reload()}
  />
);

/** For a boundary inside of another one, which shows the page. */
export const rethrow = (error: unknown): never => {
  throw error;
};

/**
 * Renders an error of the shell itself as a page with a button, never as an empty page. Each place gets one more try after an error: it
 * may come from a screen that the student has left, whose own boundary is gone, and must not hide what is shown now.
 */
export function ShellBoundary({ place, renderFallback = renderPage, children }: Props) {
  const [tried, setTried] = useState<unknown>();
  const handleCrash = (error: unknown) => {
    reportCrash({ code: 'shell_crashed', remote: 'shell', version: '', error });
    setTried(place);
  };
  return (
    <CrashBoundary
      resetKey={tried === place ? tried : null}
      renderFallback={renderFallback}
      onCrash={handleCrash}
    >
      {children}
    </CrashBoundary>
  );
}
