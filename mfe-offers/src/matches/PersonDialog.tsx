import { localized, t } from '@flint/texts';
import { Badge, Button, Dialog, PhotoFrame } from '@flint/ui';
import type { Match } from '@flint/contracts';
import { PersonSafety } from '../shared/PersonSafety';
import { aboutOf, Details } from './MatchParts';
import { useHide } from './use-hide';
import { bandOf } from './words';

interface PersonDialogProps {
  readonly match: Match;
  readonly online: boolean;
  readonly onInvite: (match: Match, time: string | null) => void;
  readonly onClose: () => void;
}

/** One person in full: every photo, every reason, every shared hour, and what can be done. */
export function PersonDialog({ match, online, onInvite, onClose }: PersonDialogProps) {
  const { name, age, photoUrl } = match;
  const hide = useHide(match);
  const band = bandOf(match);
  const about = aboutOf(match);
  return (
    <Dialog
      open
      size="l"
      title={localized(`${name}, ${age}`)}
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={!online}
            onClick={() => {
              onClose();
              hide();
            }}
          >
            {t('Not for me')}
          </Button>
          <Button
            variant="primary"
            disabled={!online}
            onClick={() => onInvite(match, match.sharedTimes[0] ?? null)}
          >
            {t('Invite')}
          </Button>
        </>
      }
    >
      <div className="m-person">
        <PhotoFrame name={name} photoUrl={photoUrl} />
        <div className="m-person__about">
          <Badge tone={band.tone}>{t(band.text)}</Badge>
          {about && <p className="m-about">{localized(about)}</p>}
          <span className="m-person__safety">
            <PersonSafety person={{ id: match.userId, name }} />
          </span>
        </div>
        <Details match={match} online={online} onInvite={onInvite} />
      </div>
    </Dialog>
  );
}
