import { defineRemote } from '@flint/remote-kit/contract';
import { SignIn } from './sign-in/SignIn';

export default defineRemote({
  id: 'auth',
  Root: SignIn,
  texts: { fr: () => import('./texts/fr').then(({ fr }) => fr) },
});
