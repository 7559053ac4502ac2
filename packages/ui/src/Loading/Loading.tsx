import './Loading.css';

/** A spinner with a text for screen readers. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <span className="f-spinner" role="status">
      <span className="f-visually-hidden">{label}</span>
    </span>
  );
}

interface SkeletonProps {
  readonly shape?: 'line' | 'block';
  readonly lines?: number;
  readonly width?: string;
  readonly height?: string;
}

/** A placeholder of loading content, so that the layout does not move. Hidden from screen readers: announce 'Loading' once beside it. */
export function Skeleton({ shape = 'line', lines = 1, width, height }: SkeletonProps) {
  const count = shape === 'line' ? lines : 1;
  return (
    <span className="f-stack f-gap-2" aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <span key={i} className={`f-skeleton f-skeleton--${shape}`} style={{ width, height }} />
      ))}
    </span>
  );
}

interface ProgressProps {
  readonly value: number;
  readonly max?: number;
  readonly label: string;
  readonly showText?: boolean;
}

const percentOf = (value: number, max: number) => Math.round((value / max) * 100);

/** A progress bar (role progressbar). */
export function Progress({ value, max = 100, label, showText = false }: ProgressProps) {
  return (
    <div className="f-progress">
      <div
        className="f-progress__bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
      >
        <span>
          <i style={{ width: `${percentOf(value, max)}%` }} />
        </span>
      </div>
      {showText && <span>{percentOf(value, max)}%</span>}
    </div>
  );
}
