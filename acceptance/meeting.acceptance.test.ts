import { makePastDates } from './past';
import { closeStage, openStage } from './stage';
import { closeUnlessUnderWay } from './statements';
import './photos';
import './profile';
import './offers';
// last: it waits until a minute after the clock is set
import './account';

beforeAll(async () => {
  await openStage();
  await makePastDates();
});
afterAll(closeStage);
afterEach(closeUnlessUnderWay);
