export { startTestDatabase, type TestDatabase } from './database';
export { startTestServer, useTestServer, type Answer, type TestServer, type TestStudent } from './server';
export { createTestTokens, type TestTokens } from './tokens';
export { startFlint, useFlint, type StoredSession, type TestFlint } from './flint';
