/** What some browsers refuse to a page, as scripts for `addInitScript`. */
export const LIMITED_BROWSERS = {
  'whose storage is full': () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  },
  'that blocks site data': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  },
  'without service workers, in a private window': () => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    indexedDB.open = () => {
      throw new DOMException('private', 'InvalidStateError');
    };
  },
} satisfies Readonly<Record<string, () => void>>;

export type LimitedBrowser = keyof typeof LIMITED_BROWSERS;
