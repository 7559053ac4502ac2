/** 32 hexadecimal digits that nobody has drawn before. Works without a secure context, where `randomUUID` is absent. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
