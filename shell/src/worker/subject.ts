/** The student that a bearer token was issued to; null if it cannot be read. */
export function subjectOf(authorization: string | null): string | null {
  try {
    const payload = authorization?.split(' ')[1]?.split('.')[1] ?? '';
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}
