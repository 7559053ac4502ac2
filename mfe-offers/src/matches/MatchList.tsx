import type { Match } from '@flint/contracts';
import { t } from '@flint/texts';
import { ListDetail, ListGroup, loadable, Skeleton } from '@flint/ui';
import { memo, type ReactNode } from 'react';
import { useDrawnCount } from '../shared/use-drawn-count';
import { MovesHint } from '../shared/KeyHint';
import { MatchCard } from './MatchCard';
import { MatchRow } from './MatchRow';
import { byBand, linesOf } from './words';

const PersonPane = loadable(() => import('./PersonPane').then((module) => module.PersonPane));

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
  const bands = byBand(props.matches);
  const matches = bands.flatMap(({ people }) => people);
  const lines = linesOf(matches);
  const count = useDrawnCount(DRAWN_FIRST);
  return (
    <ListDetail
      id="matches"
      label={t('Width of the list')}
      entries={matches}
      keyOf={({ userId }) => userId}
      named={named}
      stack={
        <ul className="o-grid">
          {matches.slice(0, count).map((match) => (
            <li key={match.userId}>
              <MatchCard match={match} online={online} onInvite={onInvite} />
            </li>
          ))}
        </ul>
      }
      renderList={(chosen) => (
        <>
          <MovesHint plans={chosen?.plans?.length ?? 0} />
          {before}
          <div className="f-stack f-gap-3" role="group" aria-label={t('People')}>
            {bands.map(({ text, people }) => (
              <ListGroup key={text} title={t(text)} count={people.length}>
                <ul className="f-entries">
                  {people.map((match) => (
                    <li key={match.userId}>
                      <MatchRow
                        match={match}
                        line={lines.get(match.userId)!}
                        isChosen={match.userId === chosen?.userId}
                      />
                    </li>
                  ))}
                </ul>
              </ListGroup>
            ))}
          </div>
          {after}
        </>
      )}
      renderDetail={(chosen) => (
        <PersonPane
          match={chosen}
          online={online}
          onInvite={onInvite}
          fallback={<Skeleton shape="block" height="24rem" />}
        />
      )}
    />
  );
});
