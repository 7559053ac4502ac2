import { t } from '@flint/texts';
import './Choice.css';

interface RangeSliderProps {
  readonly legend: string;
  readonly min: number;
  readonly max: number;
  readonly value: readonly [number, number];
  readonly onChange: (value: [number, number]) => void;
  /** Formats a value, e.g. 30 as '30+'. */
  readonly format?: (value: number) => string;
}

/** Two native sliders clamped against each other. */
export function RangeSlider({
  legend,
  min,
  max,
  value: [low, high],
  onChange,
  format = String,
}: RangeSliderProps) {
  const share = (value: number) => `${((value - min) / (max - min)) * 100}%`;
  return (
    <fieldset className="f-range">
      <legend className="f-options__legend">{legend}</legend>
      <output className="f-range__value">
        {format(low)} – {format(high)}
      </output>
      <div
        className="f-range__track"
        style={{ '--low': share(low), '--high': share(high) } as React.CSSProperties}
      >
        <input
          type="range"
          aria-label={t('{what}: lowest', { what: legend })}
          // both at the top: the lower thumb must be on top to be reachable
          style={{ zIndex: low > (min + max) / 2 ? 1 : 0 }}
          min={min}
          max={max}
          value={low}
          aria-valuetext={format(low)}
          onChange={(event) => onChange([Math.min(Number(event.target.value), high), high])}
        />
        <input
          type="range"
          aria-label={t('{what}: highest', { what: legend })}
          min={min}
          max={max}
          value={high}
          aria-valuetext={format(high)}
          onChange={(event) => onChange([low, Math.max(Number(event.target.value), low)])}
        />
      </div>
    </fieldset>
  );
}
