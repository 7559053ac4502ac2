import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { BUILT_FOR } from './contract';

describe('the contract number of builds', () => {
  it('BUILT_FOR - compared with the contract of remote-kit - is equal', () =>
    expect(BUILT_FOR).toBe(REMOTE_CONTRACT));
});
