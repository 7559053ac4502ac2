import { act, renderHook } from '@testing-library/react';
import { noteAnswer, useWorkerState } from './worker-state';

describe('whether the service can be reached', () => {
  it('answers of the device, then one of the server - change it once each, whatever another tab was told', () => {
    let renders = 0;
    const { result } = renderHook(() => {
      renders += 1;
      return useWorkerState().fromDevice;
    });
    for (const [fromDevice, times] of [
      [true, 2],
      [true, 2],
      [false, 3],
    ] as const) {
      act(() => noteAnswer(fromDevice));
      expect([result.current, renders]).toEqual([fromDevice, times]);
    }
  });
});
