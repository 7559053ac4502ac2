import { closeStage, openStage } from './stage';
import { closeUnlessUnderWay } from './statements';
import './sign-in';
import './session';
import './questionnaire';
import './week';

beforeAll(openStage, 180_000);
afterAll(closeStage);
afterEach(closeUnlessUnderWay);
