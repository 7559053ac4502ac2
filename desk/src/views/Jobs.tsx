import { DESK_ROUTES, type JobKind, type JobPage } from '@flint/contracts/desk';
import { useNow } from '@flint/remote-kit/data';
import { Button, DoneDrawing, EmptyState, Items, ItemText, Notice, Page } from '@flint/ui';
import { useState } from 'react';
import { ask, type Answer } from '../ask';
import { lengthOf, momentOf } from '../times';
import { useAsked } from '../use-asked';
import { Asked } from './Asked';

const NAMES: Readonly<Record<JobKind, string>> = {
  mail: 'Mail of the safety team',
  notice: 'Emails about offers',
  alert: 'Alerts about offers',
};

/** Work that waits for a server or failed, by kind, and what an operator can do about it. */
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
  const pause = (kind: JobKind, isPaused: boolean) =>
    act(ask(DESK_ROUTES.pauseJobs, { params: { kind }, body: { isPaused } }));
  const repeat = (kind: JobKind) => act(ask(DESK_ROUTES.repeatJobs, { params: { kind }, body: {} }));
  return (
    <Page
      width="wide"
      title="Waiting work"
      lead="Mail and alerts that no server took yet are tried again. Who gets them is not shown here."
    >
      {refusal && <Notice tone="failure" title={refusal} />}
      <Asked asked={{ data: changed ?? data, failure, load }} label="Loading the work">
        {({ kinds, items }) => (
          <>
            <Items framed>
              {kinds.map(({ kind, waiting, failed, isPaused }) => (
                <li key={kind} className="f-item">
                  <ItemText title={NAMES[kind]}>
                    {waiting} waiting, {failed} failed{isPaused && ', paused'}
                  </ItemText>
                  <Button size="s" onClick={() => void pause(kind, !isPaused)}>
                    {isPaused ? 'Go on' : 'Pause'}
                  </Button>
                  <Button size="s" disabled={waiting + failed === 0} onClick={() => void repeat(kind)}>
                    Try again
                  </Button>
                </li>
              ))}
            </Items>
            {items.length === 0 ? (
              <EmptyState title="Nothing waits" drawing={<DoneDrawing />} />
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
    </Page>
  );
}
