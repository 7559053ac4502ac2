import type { Data } from '../platform/DataGate';
import { useEffect } from 'react';
import { letBackCloseDialogs } from './back-closes';
import { News } from './News';
import { UndoToast } from './UndoToast';

/** What goes on beside the screen: news of offers, and what can still be undone. Loaded after the screen. */
export function Live(data: Data) {
  useEffect(letBackCloseDialogs, []);
  return (
    <>
      <News {...data} />
      <UndoToast module={data.module} />
    </>
  );
}
