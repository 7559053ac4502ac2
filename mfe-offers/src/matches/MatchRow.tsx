import { Soft } from '@flint/ui';
import type { Match } from '@flint/contracts';
import { useToday } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import { capital, dayAndTime, timeOnTile } from '../shared/dates';
import { RowLink } from '../shared/RowLink';
import { NameAndAge } from './MatchParts';

interface MatchRowProps {
  readonly match: Match;
  /** Below the name: a reason, or year and program. */
  readonly line: string;
  readonly isChosen: boolean;
}

/** A person in one row, under the heading of their band: name, a reason and the first shared time. */
export function MatchRow({ match, line, isChosen }: MatchRowProps) {
  const { userId, name, photoUrl, sharedTimes } = match;
  const [free] = sharedTimes;
  const today = useToday();
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
            className="f-soft"
            dateTime={free}
            aria-label={t('Both free {time}', { time: dayAndTime(free, today) })}
          >
            {capital(timeOnTile(free, today))}
          </time>
        )
      }
    >
      <strong>
        <NameAndAge match={match} />
      </strong>
      {line && <Soft as="span">{localized(line)}</Soft>}
    </RowLink>
  );
}
