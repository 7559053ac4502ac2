import { Soft } from '@flint/ui';
import type { Match } from '@flint/contracts';
import { localized, t } from '@flint/texts';
import { dayAndTime, dayAndTimeParts } from '../shared/dates';
import { RowLink } from '../shared/RowLink';
import { NameAndAge } from './MatchParts';

interface MatchRowProps {
  readonly match: Match;
  readonly isChosen: boolean;
}

/** A person in one row, under the heading of their band: name, first reason and first shared time. */
export function MatchRow({ match, isChosen }: MatchRowProps) {
  const { userId, name, photoUrl, reasons, sharedTimes } = match;
  const about = reasons[0] ?? [match.year, match.program].filter(Boolean).join(' · ');
  const [free] = sharedTimes;
  const [day, hour] = free ? dayAndTimeParts(free) : [];
  return (
    <RowLink
      to="matches"
      params={{ person: userId }}
      name={name}
      photoUrl={photoUrl}
      isChosen={isChosen}
      aside={
        free && (
          <time
            className="m-row__free f-soft"
            dateTime={free}
            aria-label={t('Both free {time}', { time: dayAndTime(free) })}
          >
            <span>{day}</span> <span>{hour}</span>
          </time>
        )
      }
    >
      <strong>
        <NameAndAge match={match} />
      </strong>
      {about && <Soft as="span">{localized(about)}</Soft>}
    </RowLink>
  );
}
