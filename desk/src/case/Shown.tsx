import type { Disclosed } from '@flint/contracts/desk';
import { Row, Section, Soft } from '@flint/ui';
import { clockOf, momentOf } from '../times';
import { AUTHORS, SEALED } from '../words';

type Person = NonNullable<NonNullable<Disclosed['names']>['reporter']>;

/** Of a deleted account, or of one without a profile in a hosted project. */
const NO_ADDRESS = 'No address is stored';

interface Props {
  readonly shown: Disclosed;
  readonly hasReporter: boolean;
}

/** Unsealed data, visible to this operator for an hour. */
export function Shown({ shown, hasReporter }: Props) {
  const { what, until, names, contact, place, message } = shown;
  return (
    <Section size="s" title={SEALED[what]} aside={<Soft>open until {clockOf(until)}</Soft>}>
      {names && (
        <Row gap={6}>
          {names.reporter && <Someone label="Student A" person={names.reporter} />}
          <Someone label="Student B" person={names.about} />
        </Row>
      )}
      {contact && (
        <dl className="facts f-row" translate="no">
          {hasReporter && <Line label="Student A" text={contact.reporter ?? NO_ADDRESS} />}
          <Line label="Student B" text={contact.about ?? NO_ADDRESS} />
        </dl>
      )}
      {place?.map(({ by, at, location }) => (
        <div key={`${by} ${at} ${location}`}>
          <Soft>The place is from {AUTHORS[by ?? 'unknown']}</Soft>
          <p>
            {momentOf(at)}, <span translate="no">{location}</span>
          </p>
        </div>
      ))}
      {message?.map(({ by, text }) => (
        <div key={`${by} ${text}`}>
          <Soft>From {AUTHORS[by ?? 'unknown']}</Soft>
          <p className="said" translate="no">
            {text}
          </p>
        </div>
      ))}
    </Section>
  );
}

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function Someone({
  label,
  person: { name, age, isGone, photos },
}: {
  readonly label: string;
  readonly person: Person;
}) {
  return (
    <figure>
      <figcaption>
        <Soft>{label}</Soft>
        <strong translate="no">
          {name ?? (isGone ? 'The account was deleted' : 'No profile yet')}
          {age === null ? '' : `, ${age}`}
        </strong>
      </figcaption>
      <Row gap={2} className="faces">
        {photos === null && <Soft>The photos cannot be read now</Soft>}
        {photos?.map((photo, i) => (
          <img
            className="f-photo"
            key={photo.slice(-32)}
            src={photo}
            alt={`${label}, ${i + 1} of ${photos.length}`}
          />
        ))}
      </Row>
    </figure>
  );
}
