import { defineRemote } from '@flint/remote-kit/contract';
import project from '../package.json';
import { Root } from './Root';

export default defineRemote({
  id: project.remote.id,
  Root,
  texts: { fr: () => import('./texts').then(({ fr }) => fr) },
});
