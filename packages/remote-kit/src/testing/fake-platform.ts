import type { Platform } from '../platform';
import type { ScreenId, ScreenParams } from '../screens';

export interface RecordedNotice {
  readonly text: string;
  readonly tone: string;
}

export interface FakePlatform extends Platform {
  /** Navigations, in order. */
  readonly visited: { readonly screen: ScreenId; readonly params: ScreenParams }[];
  readonly notices: RecordedNotice[];
  readonly unsaved: Map<string, string>;
}

/** A shell for component tests: a signed-in student, recorded navigations and notices; a test overrides what it needs. */
export function fakePlatform(overrides: Partial<Platform> = {}): FakePlatform {
  const visited: FakePlatform['visited'] = [];
  const notices: RecordedNotice[] = [];
  const unsaved = new Map<string, string>();
  return {
    visited,
    notices,
    unsaved,
    config: {
      appName: 'Flint',
      universityName: 'Campus University',
      universityEmailHost: 'campus.edu',
      universityTimezone: 'America/Toronto',
    },
    session: {
      status: 'signedIn',
      user: { id: '7db2fc24-49d4-4113-a48e-ca9a619864fc', email: 'ann@campus.edu' },
    },
    auth: {
      requestCode: async () => ({ ok: true }),
      verifyCode: async () => ({ ok: true }),
      signOut: async () => ({ ok: true }),
      accessToken: async () => 'test-token',
    },
    navigation: {
      location: { screen: 'onboarding', params: {} },
      goTo: (screen, params = {}) => visited.push({ screen, params }),
      back: () => undefined,
      href: (screen, params = {}) => `/${screen}?${new URLSearchParams(params).toString()}`,
    },
    online: true,
    notify: (text, tone) => notices.push({ text, tone }),
    setUnsaved: (key, description) => {
      if (description === null) unsaved.delete(key);
      else unsaved.set(key, description);
    },
    ...overrides,
  };
}
