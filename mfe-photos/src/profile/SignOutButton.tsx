import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon, icons } from '@flint/ui';
import { useState } from 'react';

/** Signs out this device, or every device, and whether that is under way. The shell asks first if something would be lost. */
export function useSignOut() {
  const { auth, signOut = auth.signOut } = usePlatform();
  const [busy, setBusy] = useState(false);
  const leave = async (scope: 'local' | 'global') => {
    setBusy(true);
    await signOut(scope);
    setBusy(false);
  };
  return [leave, busy] as const;
}

export function SignOutButton() {
  const [leave, busy] = useSignOut();
  return (
    <Button icon={<Icon path={icons.logout} />} busy={busy} onClick={() => void leave('local')}>
      {t('Sign Out')}
    </Button>
  );
}
