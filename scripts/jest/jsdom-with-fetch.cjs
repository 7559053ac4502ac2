// jsdom has no fetch: use Node's
const { TestEnvironment } = require('jest-environment-jsdom');
const { disablesStorages } = require('./disables-storages.cjs');

const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'TextEncoder',
  'TextDecoder',
  'AbortController',
  'AbortSignal',
  'structuredClone',
  'ReadableStream',
  'BroadcastChannel',
];

module.exports = class JsdomWithFetch extends disablesStorages(TestEnvironment) {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
  }
};
