import { Kbd } from '@flint/ui';

/** Keys of a shortcut, pressed one after the other. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
