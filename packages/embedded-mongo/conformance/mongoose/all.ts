import { catalogue } from './catalogue';
import { reading } from './reading';
import { together } from './together';
import { writing } from './writing';

export { openModels, type Models } from './models';

export const mongooseAreas = [catalogue, reading, writing, together] as const;
