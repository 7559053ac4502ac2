/** What this remote uses of the platform it is given; `MountPlatform` of @flint/remote-kit is the whole. */
export interface Platform {
  now(): { readonly session: { readonly status: string; readonly user?: { readonly email: string } } };
  subscribe(listener: () => void): () => void;
  t(text: string, values?: Readonly<Record<string, string | number>>): string;
  readonly data: {
    call(call: { readonly method: string; readonly path: string }): Promise<{
      readonly data?: unknown;
      readonly error?: unknown;
    }>;
  };
}
