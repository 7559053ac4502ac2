const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { disablesStorages } = require('./disables-storages.cjs');

/**
 * Jest's environment for Node, with an ordinary global object. Jest's own is an object with interceptors, behind a Proxy, which run at each use of a global (Map, Promise,
 * undefined) and took a sixth of the time of an API test.
 */
class OrdinaryGlobals extends TestEnvironment {
  constructor(...args) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}

module.exports = disablesStorages(OrdinaryGlobals);
