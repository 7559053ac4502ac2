import type { Disclosed } from '@flint/contracts/desk';
import { clockOf, momentOf } from '../times';
import { SEALED } from '../words';

type Person = NonNullable<NonNullable<Disclosed['names']>['reporter']>;

interface Props {
  readonly shown: Disclosed;
  readonly hasReporter: boolean;
}

/** Unsealed data, visible to this operator for an hour. */
export function Shown({ shown, hasReporter }: Props) {
  const { what, until, names, contact, place, message } = shown;
  return (
    <div className="box shown">
      <h2 className="label">
        {SEALED[what]} <span className="soft">open until {clockOf(until)}</span>
      </h2>
      {names && (
        <div className="people">
          {names.reporter && <Someone label="Student A" person={names.reporter} />}
          <Someone label="Student B" person={names.about} />
        </div>
      )}
      {contact && (
        <dl className="facts" translate="no">
          {hasReporter && <Line label="Student A" text={contact.reporter ?? 'The account is gone'} />}
          <Line label="Student B" text={contact.about ?? 'The account is gone'} />
        </dl>
      )}
      {place && (
        <p>
          {place.at && momentOf(place.at)}, <span translate="no">{place.location}</span>
        </p>
      )}
      {what === 'message' && (
        <p className="said" translate="no">
          {message}
        </p>
      )}
    </div>
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
  person: { name, age, photos },
}: {
  readonly label: string;
  readonly person: Person;
}) {
  return (
    <figure>
      <figcaption>
        <span className="soft">{label}</span>
        <b translate="no">
          {name ?? 'The account is gone'}
          {age === null ? '' : `, ${age}`}
        </b>
      </figcaption>
      <div className="people__photos">
        {photos.map((photo, i) => (
          <img key={photo.slice(-32)} src={photo} alt={`${label}, ${i + 1} of ${photos.length}`} />
        ))}
      </div>
    </figure>
  );
}
