export { createFakeApi, storedSession, USER } from '@flint/scripts/serve/fake-api';
