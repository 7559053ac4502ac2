import { defineRemote } from '@flint/remote-kit/contract';
import { Root } from './Root';

export default defineRemote({ id: 'onboarding', Root });
