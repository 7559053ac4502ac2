import { letADayPass } from './past';
import { closePages, closeStage, openStage } from './stage';
import './section-1';

beforeAll(async () => {
  await openStage();
  await letADayPass();
}, 180_000);
afterAll(closeStage);
afterEach(closePages);
