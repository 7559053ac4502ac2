/** Development only, first module of the page: the one React Refresh runtime, for the shell and every remote. */
import * as runtime from 'react-refresh/runtime';

(globalThis as { __flintRefresh?: unknown }).__flintRefresh = runtime;
