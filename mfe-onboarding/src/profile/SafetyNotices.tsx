import { WORDING, type Measure, type SafetyNotice, type Standing } from '@flint/contracts';
import { Button, Notice } from '@flint/ui';
import { useState } from 'react';
import { AppealDialog } from './AppealDialog';

const TITLES: Readonly<Record<Measure, (until: string) => string>> = {
  warning: () => 'A warning from our safety team',
  suspension: (until) => `Your dates are paused until ${until}`,
  ban: () => 'You can no longer make dates',
};
const APPEALS: Readonly<Record<SafetyNotice['appeal'], string | null>> = {
  none: null,
  waiting: 'You appealed. Somebody else looks at it again.',
  upheld: 'You appealed; somebody else looked at it again, and it stands.',
  overturned: 'Your appeal was successful: this was taken back.',
};
const day = (instant: string | null) =>
  instant ? new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long' }) : '';

/** What was decided about the student, why, and the one appeal. */
export function SafetyNotices({ standing }: { readonly standing: Standing }) {
  const [appealing, setAppealing] = useState<string | null>(null);
  return (
    <>
      {standing.notices.map(({ id, measure, reason, text, until, appeal }) => (
        <Notice
          key={id}
          tone={appeal === 'overturned' ? 'info' : 'warning'}
          title={TITLES[measure](day(until))}
          action={
            appeal === 'none' && (
              <Button size="s" onClick={() => setAppealing(id)}>
                Appeal
              </Button>
            )
          }
        >
          <p>
            About: {WORDING.reportReasons[reason]}. {text}
          </p>
          {APPEALS[appeal] && <p>{APPEALS[appeal]}</p>}
        </Notice>
      ))}
      {appealing !== null && <AppealDialog noticeId={appealing} onClose={() => setAppealing(null)} />}
    </>
  );
}
