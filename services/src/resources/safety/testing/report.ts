import type { TestStudent } from '@flint/testing';

/** Reports a person for harassment, unless changed. */
export const report = (by: TestStudent, about: Pick<TestStudent, 'id'>, more: object = {}) =>
  by.call('POST /safety/reports', {
    userId: about.id,
    reason: 'harassment',
    description: 'He shouted.',
    ...more,
  });
