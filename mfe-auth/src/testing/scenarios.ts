import { defineScenarios } from '@flint/remote-kit/scenarios';

/** Sign-in calls the platform, not the API, so the states have no API answers. */
export const scenarios = defineScenarios({ full: {}, empty: {} });
