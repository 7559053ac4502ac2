import { ALL, testStates } from '../states/every-state';
import { testComponents } from './components';
import { useDemo } from './demo';
import { testLoading } from './layout-shift';

const demo = useDemo({ isPlain: !ALL });
testStates(demo);
testLoading(demo);
testComponents(demo);
