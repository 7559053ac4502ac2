import type { Env } from '@flint/services';
import { ok, problem, type Finding } from '@flint/services/operations';

interface Settings {
  readonly external?: { readonly email?: boolean };
  readonly disable_signup?: boolean;
}

const PATIENCE_MS = 5_000;

/** Whether the hosted project of SUPABASE_URL answers with the key, and new students can sign in by mail. */
export async function checkProject(env: Env): Promise<Finding> {
  const { SUPABASE_URL: url, SUPABASE_KEY: key, SUPABASE_SERVICE_KEY: secret } = env;
  const name = 'sign-in';
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const ask = (at: string, apikey: string) =>
      fetch(`${url}/auth/v1/${at}`, { headers: { apikey, authorization: `Bearer ${apikey}` }, signal });
    const answer = await ask('settings', key);
    if (!answer.ok)
      return problem(name, `${url} answers ${answer.status}: copy SUPABASE_KEY from the project`);
    const { external, disable_signup: isClosed } = (await answer.json()) as Settings;
    if (secret && !(await ask('admin/users?per_page=1', secret)).ok)
      return problem(name, `${url} refuses SUPABASE_SERVICE_KEY: copy a secret key from the project`);
    return external?.email && !isClosed
      ? ok(name, `by ${url}; its templates must contain {{ .Token }} (.env.example)`)
      : problem(name, `${url} accepts no new students by mail: enable its email provider and its sign-ups`);
  } catch {
    return problem(name, `no answer of a project at ${url}: mend SUPABASE_URL, or resume the project`);
  }
}
