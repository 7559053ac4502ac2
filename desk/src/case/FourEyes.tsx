import { Avatar } from '@flint/ui';

interface Props {
  readonly by: string;
  readonly others: readonly string[];
}

/** Who proposes a ban, and who may approve it. */
export function FourEyes({ by, others }: Props) {
  return (
    <section className="eyes" aria-label="Four eyes">
      <h3>
        Four eyes <span className="soft">1 of 2</span>
      </h3>
      <p>
        <Avatar name={by} size="s" />
        <b translate="no">{by}</b>
        <span className="soft">proposes</span>
      </p>
      <p>
        <span className="eyes__nobody" aria-hidden="true">
          ?
        </span>
        <span>
          <b>Second operator</b>
          <small translate="no">
            {others.length === 0 ? 'Nobody else uses the desk yet' : others.join(', ')}
          </small>
        </span>
      </p>
      <p className="soft">Until then Student B is held: no new offers, a week at most.</p>
    </section>
  );
}
