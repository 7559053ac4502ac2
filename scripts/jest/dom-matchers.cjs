require('@testing-library/jest-dom');
const { configure } = require('@testing-library/dom');

// what a test waits for comes when the machine has time for it: a second is little on a busy one
configure({ asyncUtilTimeout: 20_000 });
