import { advanceOneDay } from './past';
import { closePages, closeStage, openStage } from './stage';
import { withoutTest } from './statements';
import './section-2';
import './section-3';
import './section-4';
import './section-5';
import './section-6';
import './section-7';
import './section-8';
import './section-9';
// last: one of its statements waits a minute after the clock is set
import './section-1';

beforeAll(async () => {
  await openStage();
  await advanceOneDay();
}, 180_000);
afterAll(closeStage);
afterEach(closePages);

it('every statement of docs/product.md - has a test here', () => expect(withoutTest()).toEqual([]));
