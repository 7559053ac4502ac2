import { newEmail } from './people';
import { FORGOTTEN, requestCode } from './past';
import { afterSweep, codeFor, http, passTime, serverNow } from './stage';
import { statement } from './statements';

statement(
  'S1.2.2',
  async () => {
    const email = newEmail();
    const verify = async (of: string, token: string) =>
      (await http('POST /auth/v1/verify', { body: { email: of, token, type: 'email' } })).body.user;
    await requestCode(email);
    passTime(1_100);
    const verifiedAt = serverNow();
    const user = await verify(email, await codeFor(email));
    expect(Date.parse(user.created_at)).toBeLessThan(verifiedAt - 500);
    expect(Date.parse(user.email_confirmed_at)).toBeGreaterThanOrEqual(verifiedAt);
    await afterSweep();
    const oldCode = await codeFor(FORGOTTEN);
    await requestCode(FORGOTTEN);
    let code = oldCode;
    while (code === oldCode) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      code = await codeFor(FORGOTTEN);
    }
    expect(Date.parse((await verify(FORGOTTEN, code)).created_at)).toBeGreaterThanOrEqual(verifiedAt);
  },
  120_000,
);
