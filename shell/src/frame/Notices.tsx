import { Toasts } from '@flint/ui';
import { notices, useNotices } from '../platform/notices';

/** The in-page alerts on show. */
export function Notices() {
  return <Toasts items={useNotices()} onDismiss={(id) => notices.dismiss(Number(id))} />;
}
