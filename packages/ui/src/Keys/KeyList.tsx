import { Keys } from '../Layout/Layout';
import './KeyList.css';

interface KeyListProps {
  readonly rows: readonly (readonly [label: string, keys: readonly string[]])[];
}

/** What each shortcut does. */
export function KeyList({ rows }: KeyListProps) {
  return (
    <dl className="f-key-list">
      {rows.map(([label, keys]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
