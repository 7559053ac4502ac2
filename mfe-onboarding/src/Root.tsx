import { Onboarding } from './onboarding/Onboarding';

/** The questionnaire. */
export const Root = () => <Onboarding />;
