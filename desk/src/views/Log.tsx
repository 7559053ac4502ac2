import { Button, Notice, Page } from '@flint/ui';
import { momentOf } from '../times';
import type { LogState } from '../use-log';
import { caseNumber } from '../words';
import { Asked } from './Asked';

/** Who read and decided what, and whether the log was tampered with. */
export function Log({ log }: { readonly log: LogState }) {
  const { page, failure, check, showOlder } = log;
  return (
    <Page
      width="wide"
      title="Verified log"
      actions={
        <Button size="s" onClick={() => void check()}>
          Check again
        </Button>
      }
    >
      <Asked asked={{ data: page, failure, load: check }} label="Checking the log">
        {({ items, problem, count, lastHash, hasMore }) => (
          <>
            {problem ? (
              <Notice tone="failure" title="The log is not whole">
                <p>Someone changed it outside of the desk: {problem}.</p>
              </Notice>
            ) : (
              <Notice tone="success" title={`Whole: ${count} rows, each chained to the one before`}>
                <p>
                  Note this elsewhere to compare later: <code translate="no">{lastHash}</code>
                </p>
              </Notice>
            )}
            <div className="log__rows" tabIndex={0} role="region" aria-label="Rows of the log">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Row</th>
                    <th scope="col">When</th>
                    <th scope="col">Operator</th>
                    <th scope="col">Act</th>
                    <th scope="col">Case</th>
                    <th scope="col">Reason</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ row, at, operator, act, about, reason }) => (
                    <tr key={row}>
                      <td>{row}</td>
                      <td>{momentOf(at)}</td>
                      <td translate="no">{operator}</td>
                      <td>{act}</td>
                      <td>{about && caseNumber(about)}</td>
                      <td>{reason}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {hasMore && <Button onClick={() => void showOlder()}>Show older rows</Button>}
          </>
        )}
      </Asked>
    </Page>
  );
}
