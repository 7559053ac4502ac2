/** Listens to what handlers, timers and promises throw, but for work that was stopped. Returns a function that ends it. */
export function listenToErrors(tell: (error: Error) => void): () => void {
  const handle = (event: ErrorEvent | PromiseRejectionEvent) => {
    const error: unknown = 'reason' in event ? event.reason : event.error;
    if (error instanceof Error && error.name !== 'AbortError') tell(error);
  };
  addEventListener('error', handle);
  addEventListener('unhandledrejection', handle);
  return () => {
    removeEventListener('error', handle);
    removeEventListener('unhandledrejection', handle);
  };
}
