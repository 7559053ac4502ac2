import { testComponents } from './components';
import { useDemo } from './demo';
import { testLoading } from './layout-shift';

const demo = useDemo();
testLoading(demo);
testComponents(demo);
