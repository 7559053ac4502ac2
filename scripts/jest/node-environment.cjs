const { TestEnvironment } = require('jest-environment-node');
const { disablesStorages } = require('./disables-storages.cjs');

module.exports = disablesStorages(TestEnvironment);
