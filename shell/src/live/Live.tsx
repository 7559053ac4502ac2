import type { Data } from '../platform/DataGate';
import { News } from './News';
import { UndoToast } from './UndoToast';

/** What goes on beside the screen: news of offers, and what can still be undone. Loaded after the screen. */
export function Live(data: Data) {
  return (
    <>
      <News {...data} />
      <UndoToast module={data.module} />
    </>
  );
}
