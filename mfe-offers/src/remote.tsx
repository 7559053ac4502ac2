import { defineRemote } from '@flint/remote-kit';
import { Root } from './Root';

export default defineRemote({ id: 'offers', Root });
