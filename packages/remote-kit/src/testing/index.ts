import './modal-dialogs';
// first: Testing Library unmounts the screen before fakeApi restores fetch
export { renderScreen } from './render-screen';
export { answerMedia } from './answer-media';
export { fakePlatform, type FakePlatform } from './fake-platform';
export { fakeApi, type FakeRoutes } from './fake-api';
export { renderState } from './render-state';
export { statesOf } from './scenarios';
