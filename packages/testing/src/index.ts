export { startTestDatabase, type TestDatabase } from './database';
export { startTestServer, type Answer, type TestServer, type TestStudent } from './server';
export { createTestTokens, type TestTokens } from './tokens';
export { startFlint, type StoredSession, type TestFlint } from './flint';
