import type { Match } from '@flint/contracts';
import { t } from '@flint/texts';
import { SplitView } from '@flint/ui';
import { memo, type ReactNode } from 'react';
import { useChosen } from '../shared/use-chosen';
import { useDrawnCount } from '../shared/use-drawn-count';
import { MovesHint } from '../shared/KeyHint';
import { useListKeys } from '../shared/use-list-keys';
import { useIsWide } from '../shared/use-is-wide';
import { MatchCard } from './MatchCard';
import { MatchRow } from './MatchRow';
import { byBand } from './words';
import './person-pane.css';

/** One card more than a phone shows at once. */
const DRAWN_FIRST = 3;

interface MatchListProps {
  readonly matches: readonly Match[];
  /** The person the address names. */
  readonly named: string | undefined;
  readonly online: boolean;
  readonly onInvite: (match: Match, time: string | null) => void;
  /** Shown above the list of a wide window. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** Best first: cards on a phone; on a wide window a list with one person beside it. */
export const MatchList = memo(function MatchList(props: MatchListProps) {
  const { named, online, onInvite, before, after } = props;
  const isWide = useIsWide();
  const bands = byBand(props.matches);
  const matches = bands.flatMap(({ people }) => people);
  useListKeys(isWide);
  const chosen = useChosen(matches, ({ userId }) => userId, named);
  const count = useDrawnCount(DRAWN_FIRST);
  const card = (match: Match) => (
    <MatchCard key={match.userId} match={match} online={online} isWhole={isWide} onInvite={onInvite} />
  );
  if (!isWide || !chosen) {
    return (
      <ul className="m-grid">
        {matches.slice(0, count).map((match) => (
          <li key={match.userId}>{card(match)}</li>
        ))}
      </ul>
    );
  }
  return (
    <SplitView
      id="matches"
      shown={chosen.userId}
      label={t('Width of the list')}
      start={
        <>
          <MovesHint plans={chosen.plans?.length ?? 0} />
          {before}
          <div className="m-bands" role="group" aria-label={t('People')}>
            {bands.map(({ text, people }) => (
              <section key={text} aria-label={t(text)}>
                <h2 className="m-band">
                  {t(text)} <span>{people.length}</span>
                </h2>
                <ul className="o-rows">
                  {people.map((match) => (
                    <li key={match.userId}>
                      <MatchRow match={match} isChosen={match.userId === chosen.userId} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          {after}
        </>
      }
      end={<div className="m-detail">{card(chosen)}</div>}
    />
  );
});
