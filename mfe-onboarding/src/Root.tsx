import { useUser } from '@flint/remote-kit';
import { autosaverOf, useAutosaver } from '@flint/remote-kit/data';
import { Onboarding } from './onboarding/Onboarding';

/** The questionnaire; answers still on the device are sent. */
export function Root() {
  const { id } = useUser();
  useAutosaver(autosaverOf(id), id);
  return <Onboarding key={id} />;
}
