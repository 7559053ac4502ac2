import { WORDING, type Measure, type SafetyNotice, type Standing } from '@flint/contracts';
import { locale, localized, message, t } from '@flint/texts';
import { Button, Notice } from '@flint/ui';
import { useState } from 'react';
import { AppealDialog } from './AppealDialog';

const TITLES: Readonly<Record<Measure, (until: string) => string>> = {
  warning: () => t('A warning from our safety team'),
  suspension: (until) => t('Your dates are paused until {until}', { until }),
  ban: () => t('You can no longer make dates'),
};
const APPEALS: Readonly<Record<SafetyNotice['appeal'], string | null>> = {
  none: null,
  waiting: message('You appealed. Someone else is reviewing it.'),
  upheld: message('You appealed. Someone else reviewed it and upheld the decision.'),
  overturned: message('Your appeal was successful: this was taken back.'),
  closed: message('This was decided more than two years ago, so it can no longer be appealed.'),
};
const day = (instant: string | null) =>
  instant ? localized(new Date(instant).toLocaleDateString(locale(), { dateStyle: 'long' })) : '';

/** Decisions of the safety team about the student, with reasons and the one appeal. */
export function SafetyNotices({ standing }: { readonly standing: Standing }) {
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
      {standing.notices.map(({ id, measure, reason, text, until, appeal }) => (
        <Notice
          key={id}
          tone={appeal === 'overturned' ? 'info' : 'warning'}
          title={TITLES[measure](day(until))}
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
      ))}
      {appealing !== null && <AppealDialog noticeId={appealing} onClose={() => setAppealing(null)} />}
    </>
  );
}
