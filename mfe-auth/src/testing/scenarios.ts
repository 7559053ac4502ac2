import { defineScenarios } from '@flint/remote-kit/scenarios';

/** Signing in asks the platform, not the API: what its answers are in each state is the platform's. */
export const scenarios = defineScenarios({ full: {}, empty: {} });
