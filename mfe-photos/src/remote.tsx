import { defineRemote } from '@flint/remote-kit';

export default defineRemote({
  id: 'photos',
  Root: () => <h1 data-page-heading>Add Your Photos</h1>,
});
