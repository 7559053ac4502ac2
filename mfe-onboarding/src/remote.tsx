import { defineRemote } from '@flint/remote-kit';

export default defineRemote({
  id: 'onboarding',
  Root: () => <h1 data-page-heading>Onboarding</h1>,
});
