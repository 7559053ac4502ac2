import { defineRemote } from '@flint/remote-kit';

export default defineRemote({
  id: 'offers',
  Root: () => <h1 data-page-heading>Your Offers</h1>,
});
