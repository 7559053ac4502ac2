import { useId, type ReactNode } from 'react';

/** A part of the gallery. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="g-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="g-grid">{children}</div>
    </section>
  );
}

interface SpecimenProps {
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** One component, or one state of it, with its name. */
export function Specimen({ title, wide = false, children }: SpecimenProps) {
  return (
    <div className={wide ? 'g-specimen g-specimen--wide' : 'g-specimen'}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}
