import { defineRemote } from '@flint/remote-kit';

export default defineRemote({
  id: 'auth',
  Root: () => <h1 data-page-heading>Sign in</h1>,
});
