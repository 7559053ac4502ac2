const { AsyncLocalStorage } = require('node:async_hooks');

// Before version 24, Node copies the value of every AsyncLocalStorage in use into every new promise and timer of the process. Each test file
// uses at least jest-circus's own, so that without this a promise in the fortieth file of a worker took fifty times as long as in the first.
const used = new Set();
/** A timer of fetch lives as long as the process and would hold the values, and with them all modules of a test file. */
const boxes = new Set();
const box = (value) => {
  const boxed = { value };
  boxes.add(boxed);
  return boxed;
};

const { run, enterWith, getStore } = AsyncLocalStorage.prototype;
Object.assign(AsyncLocalStorage.prototype, {
  run(value, ...args) {
    used.add(this);
    return run.call(this, box(value), ...args);
  },
  enterWith(value) {
    used.add(this);
    enterWith.call(this, box(value));
  },
  getStore() {
    return getStore.call(this)?.value;
  },
});

/** A Jest environment that disables each AsyncLocalStorage, and drops its values, when the test file that used it ends. */
exports.disablesStorages = (Environment) =>
  class extends Environment {
    async teardown() {
      for (const storage of used) storage.disable();
      for (const boxed of boxes) boxed.value = undefined;
      used.clear();
      boxes.clear();
      await super.teardown();
    }
  };
