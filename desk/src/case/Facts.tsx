import type { DeskCase } from '@flint/contracts/desk';
import { dayOf } from '../times';
import { countOf } from '../words';

/** Who reported whom, without their identities. */
export function Facts({ report: { hasReporter, reporter, about, date } }: { readonly report: DeskCase }) {
  const earlier = reporter.reports - 1;
  const madeUp = reporter.falseReports > 0 ? `, ${reporter.falseReports} made up before` : '';
  return (
    <dl className="facts">
      <div>
        <dt>Reporter</dt>
        <dd>
          {hasReporter
            ? `Student A, ${earlier > 0 ? countOf(earlier, 'other report', 'other reports') : 'their first report'}${madeUp}`
            : 'The questionnaire'}
        </dd>
      </div>
      <div>
        <dt>About</dt>
        <dd>Student B, {countOf(about.earlier, 'other report', 'other reports')}</dd>
      </div>
      {date && (
        <div>
          <dt>Their date</dt>
          <dd>{dayOf(date.day)}</dd>
        </div>
      )}
    </dl>
  );
}
