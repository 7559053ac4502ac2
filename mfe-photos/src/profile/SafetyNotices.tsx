import { WORDING, type SafetyNotice, type Standing } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useNow } from '@flint/remote-kit/data';
import { locale, localized, message, t } from '@flint/texts';
import { Button, Notice } from '@flint/ui';
import { useState } from 'react';
import { AppealDialog } from './AppealDialog';

const titleOf = ({ measure, until, appeal }: SafetyNotice, isOver: boolean, zone: string) => {
  if (appeal === 'overturned') return t('A decision that was taken back');
  if (measure === 'warning') return t('A warning from our safety team');
  if (!until) return t('You can no longer make dates');
  const end = { until: day(until, zone) };
  return isOver
    ? t('Your dates were paused until {until}', end)
    : t('Your dates are paused until {until}', end);
};
const APPEALS: Readonly<Record<SafetyNotice['appeal'], string | null>> = {
  none: null,
  waiting: message('You appealed. Someone else is reviewing it.'),
  upheld: message('You appealed. Someone else reviewed it and upheld the decision.'),
  overturned: message('Your appeal was successful: this was taken back.'),
  closed: message('This was decided more than two years ago, so it can no longer be appealed.'),
};
/** The day at the university, as the letter names it. */
const day = (instant: string, timeZone: string) =>
  localized(new Date(instant).toLocaleDateString(locale(), { dateStyle: 'long', timeZone }));

/** The end of a hold that no decision explains: a ban that waits for its second operator. */
function heldUntil({ restrictedUntil, ageHeldAt, notices }: Standing): string | null {
  const explains = ({ measure, until, appeal }: SafetyNotice) =>
    appeal !== 'overturned' && (measure === 'ban' || until === restrictedUntil);
  return ageHeldAt || notices.some(explains) ? null : restrictedUntil;
}

/** Decisions of the safety team about the student, with reasons and the one appeal. */
export function SafetyNotices({ standing }: { readonly standing: Standing }) {
  const zone = usePlatform().config.universityTimezone;
  const now = useNow();
  const held = heldUntil(standing);
  const [appealing, setAppealing] = useState<string | null>(null);
  return (
    <>
      {standing.ageHeldAt && (
        <Notice tone="warning" title={t('Your date of birth is being checked')}>
          <p>
            {t(
              'Your date of birth makes you under 18. Our safety team is reviewing it and will email you. Until then you get no matches and cannot make dates.',
            )}
          </p>
        </Notice>
      )}
      {held && Date.parse(held) > now && (
        <Notice tone="warning" title={t('Your dates are paused until {until}', { until: day(held, zone) })}>
          <p>
            {t(
              'Our safety team is still deciding. If it takes action, you will get the reason by email and can appeal.',
            )}
          </p>
        </Notice>
      )}
      {standing.notices.map((notice) => {
        const { id, reason, text, until, appeal } = notice;
        const isOver = until !== null && Date.parse(until) <= now;
        return (
          <Notice
            key={id}
            tone={isOver || appeal === 'overturned' ? 'info' : 'warning'}
            title={titleOf(notice, isOver, zone)}
            action={
              appeal === 'none' && (
                <Button size="s" onClick={() => setAppealing(id)}>
                  {t('Appeal')}
                </Button>
              )
            }
          >
            <p>
              {t('About: {reason}.', { reason: t(WORDING.reportReasons[reason]) })}{' '}
              <span translate="no">{text}</span>
            </p>
            {APPEALS[appeal] && <p>{t(APPEALS[appeal])}</p>}
          </Notice>
        );
      })}
      {appealing !== null && <AppealDialog noticeId={appealing} onClose={() => setAppealing(null)} />}
    </>
  );
}
