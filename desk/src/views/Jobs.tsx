import { DESK_ROUTES, type JobKind, type JobPage } from '@flint/contracts/desk';
import { Button, EmptyState } from '@flint/ui';
import { useState } from 'react';
import { ask, type Answer } from '../ask';
import { lengthOf, momentOf } from '../times';
import { useAsked } from '../use-asked';
import { useNow } from '../use-now';
import { Asked } from './Asked';

const NAMES: Readonly<Record<JobKind, string>> = {
  mail: 'Mail of the safety team',
  notice: 'Mail about offers',
};

/** Work that waits for a mail server or failed, by kind, and what an operator can do about it. */
export function Jobs() {
  const { data, failure, load } = useAsked(DESK_ROUTES.listJobs);
  const [changed, setChanged] = useState<JobPage | null>(null);
  const [refusal, setRefusal] = useState('');
  const now = useNow();
  const act = async (asked: Promise<Answer<JobPage>>) => {
    const answer = await asked;
    if ('data' in answer) setChanged(answer.data);
    setRefusal('failure' in answer ? answer.failure.text : '');
  };
  return (
    <section className="page" aria-labelledby="jobs-title">
      <h1 id="jobs-title">Waiting work</h1>
      <p className="soft">Mail that no server took yet is tried for days. Who gets it is not shown here.</p>
      {refusal && <p role="alert">{refusal}</p>}
      <Asked asked={{ data: changed ?? data, failure, load }} label="Loading the work">
        {({ kinds, items }) => (
          <>
            <ul className="rows">
              {kinds.map(({ kind, waiting, failed, isPaused }) => (
                <li key={kind}>
                  <span>
                    <b>{NAMES[kind]}</b>
                    <span className="soft">
                      {waiting} waiting, {failed} failed{isPaused && ', paused'}
                    </span>
                  </span>
                  <Button
                    size="s"
                    data-row
                    onClick={() =>
                      void act(
                        ask(DESK_ROUTES.pauseJobs, { params: { kind }, body: { isPaused: !isPaused } }),
                      )
                    }
                  >
                    {isPaused ? 'Go on' : 'Pause'}
                  </Button>
                  <Button
                    size="s"
                    disabled={waiting + failed === 0}
                    onClick={() => void act(ask(DESK_ROUTES.repeatJobs, { params: { kind }, body: {} }))}
                  >
                    Try again
                  </Button>
                </li>
              ))}
            </ul>
            {items.length === 0 ? (
              <EmptyState title="Nothing waits" drawing="done" />
            ) : (
              <div className="log__rows" tabIndex={0} role="region" aria-label="Waiting work, one by one">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Work</th>
                      <th scope="col">Waits for</th>
                      <th scope="col">Tries</th>
                      <th scope="col">Next try</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map(({ id, kind, since, tries, dueAt }) => (
                      <tr key={id}>
                        <td>{NAMES[kind]}</td>
                        <td>{lengthOf(now - Date.parse(since))}</td>
                        <td>{tries}</td>
                        <td>{dueAt ? momentOf(dueAt) : 'Failed'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </>
        )}
      </Asked>
    </section>
  );
}
