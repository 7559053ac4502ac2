/** The part of the platform that this remote uses; the whole is `MountPlatform` of @flint/remote-kit. */
export interface Platform {
  now(): { readonly online: boolean };
  subscribe(listener: () => void): () => void;
  t(text: string, values?: Readonly<Record<string, string | number>>): string;
  readonly data: {
    call(call: { readonly method: string; readonly path: string }): Promise<{
      readonly data?: unknown;
      readonly error?: unknown;
    }>;
  };
}
