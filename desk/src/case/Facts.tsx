import type { DeskCase } from '@flint/contracts/desk';
import { dayOf } from '../times';
import { countOf } from '../words';

/** Who reported whom, without their identities. */
export function Facts({ report: { hasReporter, reporter, about, offers } }: { readonly report: DeskCase }) {
  const earlier = reporter.reports - 1;
  const madeUp = reporter.falseReports > 0 ? `, ${reporter.falseReports} made up before` : '';
  return (
    <dl className="facts f-row">
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
      {offers.length > 0 && (
        <div>
          <dt>{offers.length === 1 ? 'Their date' : 'Their dates'}</dt>
          <dd>{offers.map(({ day }) => dayOf(day)).join('; ')}</dd>
        </div>
      )}
    </dl>
  );
}
