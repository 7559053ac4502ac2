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

/** The zone of the student's device: three and a half hours behind UTC, so that no test holds by the machine's zone. */
const ZONE = 'America/St_Johns';

module.exports = class JsdomWithFetch extends disablesStorages(TestEnvironment) {
  async setup() {
    await super.setup();
    this.zone = process.env.TZ;
    process.env.TZ = ZONE;
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
    if (this.zone === undefined) delete process.env.TZ;
    else process.env.TZ = this.zone;
    await super.teardown();
  }
};
