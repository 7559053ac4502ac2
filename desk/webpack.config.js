import { desk } from '../webpack.shared.js';
export default desk(import.meta.dirname);
