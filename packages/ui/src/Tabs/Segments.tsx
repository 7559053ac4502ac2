import './segments.css';

interface SegmentsProps<T extends string> {
  /** Names the group. */
  readonly label: string;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    /** The language of the label, where it is not the page's. */
    readonly lang?: string;
  }[];
  readonly value: T;
  /** Called with another value. */
  readonly onChange: (value: T) => void;
}

/** One choice of a few, side by side. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  return (
    <div className="f-segments" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="f-segment"
          lang={option.lang}
          translate={option.lang ? 'no' : undefined}
          aria-pressed={option.value === value}
          onClick={() => option.value === value || onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
