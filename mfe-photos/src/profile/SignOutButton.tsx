import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon } from '@flint/ui';
import { useState } from 'react';

/** Signs out this device, or every device. The shell asks first if something would be lost. */
export function SignOutButton({ scope = 'local' }: { readonly scope?: 'local' | 'global' }) {
  const { auth, signOut = auth.signOut } = usePlatform();
  const [busy, setBusy] = useState(false);
  const handleClick = async () => {
    setBusy(true);
    await signOut(scope);
    setBusy(false);
  };
  return (
    <Button icon={<Icon name="logout" />} busy={busy} onClick={() => void handleClick()}>
      {scope === 'local' ? t('Sign Out') : t('Sign out on every device')}
    </Button>
  );
}
