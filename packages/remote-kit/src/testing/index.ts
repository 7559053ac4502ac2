export { fakeApi, type FakeRoutes } from './fake-api';
export { fakePlatform, type FakePlatform } from './fake-platform';
export { renderScreen } from './render-screen';
export { renderState } from './render-state';
export { statesOf } from './scenarios';
