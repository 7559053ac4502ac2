import type { Match } from '@flint/contracts';
import { localized, t } from '@flint/texts';
import { Badge, Button, Foot, Icon, IconButton, icons, Soft, useListKeys } from '@flint/ui';
import { useEffect, useRef } from 'react';
import { ReadyPlans } from '../plans/ReadyPlans';
import { PersonSafety } from '../shared/PersonSafety';
import { Album } from './Album';
import { Details } from './Details';
import { NameAndAge, summaryOf } from './MatchParts';
import { useHide } from './use-hide';
import { bandOf } from './words';
import './person.css';

interface PersonPageProps {
  readonly match: Match;
  readonly online: boolean;
  readonly onInvite: (match: Match, time: string | null) => void;
  /** Back to the list. */
  readonly onBack: () => void;
}

/** The page of one person: every photo, what they chose to show, why the two fit, when both are free. */
export function PersonPage({ match, online, onInvite, onBack }: PersonPageProps) {
  const { name, userId, photoUrl, photoUrls = photoUrl ? [photoUrl] : [] } = match;
  const hide = useHide(match);
  const heading = useRef<HTMLHeadingElement>(null);
  const about = summaryOf(match);
  useListKeys(true);
  useEffect(() => {
    // only a parameter of the address changed: the screen itself must set scroll position and focus
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [userId]);
  return (
    <article className="f-page m-person" aria-labelledby={`person-${userId}`}>
      {/* as on every page with a way back, the tabs are hidden */}
      <div className="f-page__back m-person__over">
        <IconButton
          onPhoto
          label={t('Back to your matches')}
          icon={<Icon path={icons.chevronLeft} />}
          onClick={onBack}
        />
        <PersonSafety onPhoto person={{ id: userId, name }} />
      </div>
      <header className="m-person__hero">
        <div className="m-person__album">
          <Album key={userId} name={name} urls={photoUrls} />
        </div>
        <div className="m-who f-stack f-gap-1">
          <Badge tone="accent">{t(bandOf(match))}</Badge>
          <h1 id={`person-${userId}`} ref={heading} tabIndex={-1} data-page-heading>
            <NameAndAge match={match} />
          </h1>
          {about && <p>{localized(about)}</p>}
        </div>
      </header>
      <div className="m-person__body f-stack f-gap-4">
        <ReadyPlans match={match} online={online} isOnPage />
        <h2>{match.reasons.length > 0 ? t('Why you two') : t('What you share')}</h2>
        <Details match={match} online={online} onInvite={onInvite} />
        <Soft>{t('{name} won’t know you looked unless you invite.', { name })}</Soft>
      </div>
      <Foot>
        <Button
          disabled={!online}
          aria-keyshortcuts="e"
          onClick={() => {
            onBack();
            hide();
          }}
        >
          {t('Not for me')}
        </Button>
        <Button
          variant="primary"
          disabled={!online}
          aria-keyshortcuts="i"
          onClick={() => onInvite(match, null)}
        >
          {t('Invite {name}', { name })}
        </Button>
      </Foot>
    </article>
  );
}
