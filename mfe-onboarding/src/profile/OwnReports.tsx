import { WORDING } from '@flint/contracts';
import { useListReportsQuery } from '@flint/remote-kit/data';

/** What the student reported, and what came of it. */
export function OwnReports() {
  const { data } = useListReportsQuery();
  if (!data || data.items.length === 0) return null;
  return (
    <div>
      <h3 className="profile__subtitle">Your reports</h3>
      <ul className="profile__contacts">
        {data.items.map(({ id, name, reason, createdAt, outcome }) => (
          <li key={id}>
            {name}, {WORDING.reportReasons[reason]},{' '}
            <time dateTime={createdAt}>{new Date(createdAt).toLocaleDateString('en-US')}</time>
            <span className="profile__quiet"> {outcome ?? 'Our safety team reads it.'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
