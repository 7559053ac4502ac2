import { localized, t } from '@flint/texts';
import { Button, Icon, icons, Soft, Stack } from '@flint/ui';
import { ReadyPlans } from '../plans/ReadyPlans';
import { KeyHint } from '../shared/KeyHint';
import { PersonSafety } from '../shared/PersonSafety';
import { Album } from './Album';
import { Details, type DetailsProps } from './Details';
import { NameAndAge, summaryOf } from './MatchParts';
import { useHide } from './use-hide';
import './person-pane.css';

/** A person beside the list of a wide window: the photos, and next to them why the two fit, the ready plans and everything else. */
export function PersonPane({ match, online, onInvite }: Omit<DetailsProps, 'children'>) {
  const { userId, name, photoUrl, photoUrls = photoUrl ? [photoUrl] : [] } = match;
  const hide = useHide(match);
  const about = summaryOf(match);
  const hasPlan = (match.plans?.length ?? 0) > 0;
  return (
    <article className="m-pane f-sheet" aria-labelledby={`person-${userId}`}>
      <div className="m-pane__main">
        <div className="m-pane__photos">
          <Album key={userId} name={name} urls={photoUrls} />
        </div>
        <Stack gap={5}>
          <header>
            <h2 id={`person-${userId}`}>
              <NameAndAge match={match} />
            </h2>
            {about && <Soft>{localized(about)}</Soft>}
          </header>
          <Details match={match} online={online} onInvite={onInvite}>
            <ReadyPlans match={match} online={online} />
          </Details>
        </Stack>
      </div>
      <footer className="f-sheet__foot f-row f-gap-2">
        <Button
          variant={hasPlan ? 'secondary' : 'primary'}
          icon={<Icon path={icons.mail} />}
          disabled={!online}
          aria-keyshortcuts="i"
          onClick={() => onInvite(match, null)}
        >
          {t('Invite')}
          <KeyHint keys="i" />
        </Button>
        <Button variant="quiet" disabled={!online} aria-keyshortcuts="e" onClick={hide}>
          {t('Not for me')}
          <KeyHint keys="e" />
        </Button>
        <PersonSafety person={{ id: userId, name }} />
      </footer>
    </article>
  );
}
