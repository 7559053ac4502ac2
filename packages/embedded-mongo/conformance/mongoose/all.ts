import { catalogue } from './catalogue';
import { together } from './together';
import { writing } from './writing';

export { openModels, type Models } from './models';

export const mongooseAreas = [catalogue, writing, together] as const;
