import { t } from '@flint/texts';
import { Component, type ReactNode } from 'react';
import { reportCrash } from '../telemetry/report-crash';
import { FullPageNotice } from './FullPageNotice';

interface Props {
  readonly children: ReactNode;
}

/** Renders an error of the shell itself as a page with a button, never as an empty page. */
export class ShellBoundary extends Component<Props, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportCrash({ code: 'shell_crashed', remote: 'shell', version: '', error });
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <FullPageNotice
        title={t('Something went wrong')}
        text={t('Your answers and photos are safe. Reloading usually helps.')}
        action={t('Load again')}
        onAction={() => location.reload()}
      />
    );
  }
}
