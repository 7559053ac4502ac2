import { notices, useNotices, type Notice } from '../platform/notices';
import { Icon } from './icons';

/** The in-page alerts: failures interrupt (`alert`), the rest is told when there is a pause (`status`). */
export function Notices() {
  const shown = useNotices();
  return (
    <div className="notices">
      <div role="alert">{shown.filter(({ tone }) => tone === 'failure').map(toItem)}</div>
      <div role="status">{shown.filter(({ tone }) => tone !== 'failure').map(toItem)}</div>
    </div>
  );
}

const toItem = (notice: Notice) => (
  <div key={notice.id} className="notice" data-tone={notice.tone}>
    <p>{notice.text}</p>
    <button
      type="button"
      className="icon-button"
      aria-label="Dismiss"
      onClick={() => notices.dismiss(notice.id)}
    >
      <Icon name="close" />
    </button>
  </div>
);
