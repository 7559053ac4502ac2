import { useUser } from '@flint/remote-kit';
import { autosaverOf, useAutosaver } from '@flint/remote-kit/data';
import { Onboarding } from './onboarding/Onboarding';

/** The questionnaire; sends the answers that are still on the device. */
export function Root() {
  const { id } = useUser();
  useAutosaver(autosaverOf(id), id);
  return <Onboarding key={id} />;
}
