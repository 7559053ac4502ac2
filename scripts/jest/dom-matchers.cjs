require('@testing-library/jest-dom');
require('../../packages/remote-kit/src/testing/modal-dialogs.ts');
const { configure } = require('@testing-library/dom');

// what a test waits for comes when the machine has time for it: a second is little on a busy one
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
