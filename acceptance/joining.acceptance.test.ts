import { closeStage, openStage } from './stage';
import { closeUnlessUnderWay } from './statements';
import './sign-in';
import './session';
import './questionnaire';
import './week';

beforeAll(openStage);
afterAll(closeStage);
afterEach(closeUnlessUnderWay);
