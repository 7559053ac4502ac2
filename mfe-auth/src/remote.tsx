import { defineRemote } from '@flint/remote-kit';
import { SignIn } from './sign-in/SignIn';

export default defineRemote({ id: 'auth', Root: SignIn });
