import { FullPageNotice } from './FullPageNotice';

/** Shown when the app could not read its settings. */
export function StartFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <FullPageNotice
      title="No connection to the service"
      text="Network error. Please check your connection and try again."
      action="Try again"
      onAction={onRetry}
    />
  );
}
