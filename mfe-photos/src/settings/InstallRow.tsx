import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon, icons, Soft } from '@flint/ui';
import { useState } from 'react';

const INSTALLED = '(display-mode: standalone), (display-mode: window-controls-overlay)';

/** Installs in one tap where the browser supports it, else the tap names the menu entry. */
export function InstallRow() {
  const { config, install } = usePlatform();
  const [isInstalled, setInstalled] = useState(() => globalThis.matchMedia?.(INSTALLED).matches ?? false);
  const [isAsked, setAsked] = useState(false);
  const handleInstall = async () => {
    if (!install) return setAsked(true);
    if (await install()) setInstalled(true);
  };
  const { appName } = config;
  return (
    <li>
      {isInstalled ? (
        <Soft className="f-item">{t('{appName} is installed on this device.', { appName })}</Soft>
      ) : (
        <Button onClick={() => void handleInstall()}>
          <span className="f-grow">{t('Install {appName}', { appName })}</span>
          <Icon path={icons.download} />
        </Button>
      )}
      <Soft role="status">
        {isAsked &&
          t(
            'On a phone: ‘Add to Home Screen’ in the browser’s menu. On a computer: the install button at the end of the address bar.',
          )}
      </Soft>
    </li>
  );
}
