import { defineScenarios, FULL_STUDENT, NEW_STUDENT } from '@flint/remote-kit/scenarios';

/** What the API answers in each state: `npm run alone` shows them, and tests use them. */
export const scenarios = defineScenarios({ full: FULL_STUDENT, empty: NEW_STUDENT });
