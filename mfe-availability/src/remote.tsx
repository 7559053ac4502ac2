import { defineRemote } from '@flint/remote-kit';

export default defineRemote({
  id: 'availability',
  Root: () => <h1 data-page-heading>Set Your Availability</h1>,
});
