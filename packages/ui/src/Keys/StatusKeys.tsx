import { Keys } from '../Layout/Layout';
import './StatusKeys.css';

export interface StatusKeysProps {
  /** Keys, and what they do. */
  readonly keys: readonly (readonly [keys: readonly string[], text: string])[];
}

/** In the frame's status line: the keys of this screen, where there is a keyboard. Screen readers get them from `aria-keyshortcuts`. */
export function StatusKeys({ keys }: StatusKeysProps) {
  return (
    <p className="f-status-keys" aria-hidden="true">
      {keys.map(([names, text]) => (
        <span key={text}>
          <Keys keys={names} /> {text}
        </span>
      ))}
    </p>
  );
}
