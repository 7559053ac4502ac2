import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { BUILT_FOR } from './contract';

describe('the contract builds are made for', () => {
  it('BUILT_FOR - beside the contract of remote-kit - is the same', () =>
    expect(BUILT_FOR).toBe(REMOTE_CONTRACT));
});
