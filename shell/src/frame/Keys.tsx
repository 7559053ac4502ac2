import { Kbd } from '@flint/ui';

/** The keys of a shortcut, in the order in which they are pressed. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
