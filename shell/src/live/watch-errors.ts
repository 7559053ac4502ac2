/** Reports what handlers, timers and promises throw; what rendering throws is caught around the screen. Returns a function that stops it. */
export function watchErrors(): () => void {
  const handle = (event: ErrorEvent | PromiseRejectionEvent) => {
    const error: unknown = 'reason' in event ? event.reason : event.error;
    if (!(error instanceof Error) || error.name === 'AbortError') return;
    import(/* webpackChunkName: 'crash' */ '../telemetry/report-thrown').then(
      ({ reportThrown }) => reportThrown(error),
      () => undefined, // without a connection there is no report either
    );
  };
  addEventListener('error', handle);
  addEventListener('unhandledrejection', handle);
  return () => {
    removeEventListener('error', handle);
    removeEventListener('unhandledrejection', handle);
  };
}
