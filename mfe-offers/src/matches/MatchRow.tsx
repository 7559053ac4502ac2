import type { Match } from '@flint/contracts';
import { localized, t } from '@flint/texts';
import { Badge } from '@flint/ui';
import { shortTime } from '../shared/dates';
import { RowLink } from '../shared/RowLink';
import { NameAndAge } from './MatchParts';
import { bandOf } from './words';

interface MatchRowProps {
  readonly match: Match;
  readonly isChosen: boolean;
}

/** A person in one glance: name, how well the two fit, the first reason and the first shared time. */
export function MatchRow({ match, isChosen }: MatchRowProps) {
  const { userId, name, photoUrl, reasons, sharedTimes } = match;
  const band = bandOf(match);
  const about = reasons[0] ?? [match.year, match.program].filter(Boolean).join(' · ');
  return (
    <RowLink
      to="matches"
      params={{ person: userId }}
      name={name}
      photoUrl={photoUrl}
      isChosen={isChosen}
      aside={<Badge tone={band.tone}>{t(band.text)}</Badge>}
    >
      <strong>
        <NameAndAge match={match} />
      </strong>
      {about && <span className="o-quiet">{localized(about)}</span>}
      {sharedTimes[0] && (
        <span className="o-quiet">{t('Both free {time}', { time: shortTime(sharedTimes[0]) })}</span>
      )}
    </RowLink>
  );
}
