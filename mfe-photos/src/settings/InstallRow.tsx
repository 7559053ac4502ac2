import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon, Soft } from '@flint/ui';
import { useState } from 'react';

const INSTALLED = '(display-mode: standalone), (display-mode: window-controls-overlay)';

/** Installs in one tap where the browser supports it, else names the menu entry. */
export function InstallRow() {
  const { config, install } = usePlatform();
  const [isInstalled, setInstalled] = useState(() => globalThis.matchMedia?.(INSTALLED).matches ?? false);
  const handleInstall = async () => {
    if (await install?.()) setInstalled(true);
  };
  return (
    <li className="f-item">
      <Soft as="span" className="f-grow">
        {isInstalled
          ? t('{appName} is installed on this device.', { appName: config.appName })
          : install
            ? t('Opens in a window of its own, and starts without a connection.')
            : t(
                'On a phone: ‘Add to Home Screen’ in the browser’s menu. On a computer: the install button at the end of the address bar.',
              )}
      </Soft>
      {!isInstalled && install && (
        <Button size="s" icon={<Icon name="download" />} onClick={() => void handleInstall()}>
          {t('Install {appName}', { appName: config.appName })}
        </Button>
      )}
    </li>
  );
}
