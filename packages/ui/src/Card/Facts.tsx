import { localized } from '@flint/texts';
import './Facts.css';

interface FactsProps {
  readonly facts: readonly { readonly label: string; readonly values: readonly string[] }[];
}

/** What a person shows of themselves: each label with its values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="f-facts">
      {facts.map(({ label, values }) => (
        <div key={label} className="f-row f-gap-2">
          <dt>{localized(label)}</dt>
          {values.map((value) => (
            <dd key={value}>{localized(value)}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
