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
];

module.exports = class JsdomWithFetch extends disablesStorages(TestEnvironment) {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    const channels = (this.channels = []);
    this.global.BroadcastChannel = class extends BroadcastChannel {
      constructor(name) {
        super(name);
        channels.push(this);
      }
    };
  }

  async teardown() {
    // an open one would keep the worker from ending
    for (const channel of this.channels) channel.close();
    await super.teardown();
  }
};
