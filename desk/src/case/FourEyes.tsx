import { Avatar, Items, ItemText, Section, Soft } from '@flint/ui';

interface Props {
  readonly by: string;
  readonly others: readonly string[];
}

/** Who proposes a ban, and who may approve it. */
export function FourEyes({ by, others }: Props) {
  return (
    <Section size="s" title="Four eyes" aside={<Soft>1 of 2</Soft>}>
      <Items>
        <li className="f-item">
          <Avatar name={by} size="s" />
          <ItemText title={<span translate="no">{by}</span>} />
          <Soft as="span">proposes</Soft>
        </li>
        <li className="f-item">
          <span aria-hidden="true">
            <Avatar name="?" size="s" />
          </span>
          <ItemText title="Second operator">
            <span translate="no">
              {others.length === 0 ? 'Nobody else uses the desk yet' : others.join(', ')}
            </span>
          </ItemText>
        </li>
      </Items>
      <Soft>Until then Student B is held: no new offers, a week at most.</Soft>
    </Section>
  );
}
