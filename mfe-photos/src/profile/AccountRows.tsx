import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { asCallFailure, useLazyExportAccountQuery, useLinkExportMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Icon, Items, ItemText, loadableDialog } from '@flint/ui';
import { useState } from 'react';
import { DeleteAccountDialog } from './DeleteAccountDialog';
import { download, downloadFrom } from './download';
import { SignOutButton } from './SignOutButton';
import { useProof } from './use-proof';

const SessionsDialog = loadableDialog(() =>
  import('./SessionsDialog').then((module) => module.SessionsDialog),
);

/** Blocked people, data export, where the student is signed in, sign-out everywhere, deletion. */
export function AccountRows() {
  const { notify, config } = usePlatform();
  const [exportAccount, { isFetching }] = useLazyExportAccountQuery();
  const [deleting, setDeleting] = useState(false);
  const [listing, setListing] = useState(false);
  const proof = useProof();
  const handleExport = async () => {
    const { data, error } = await exportAccount();
    if (proof.isAskedFor(error, handleExport)) return;
    if (!data) return notify(t(asCallFailure(error)?.message ?? ''), 'failure');
    const app = config.appName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    download(`${app}-my-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2));
    notify(t('Your data was saved as a file.'), 'success');
  };
  const [linkExport, { isLoading: isLinking }] = useLinkExportMutation();
  const handleExportAll = async () => {
    const answer = await linkExport();
    if (proof.isAskedFor(answer.error, handleExportAll)) return;
    if ('error' in answer) return notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
    downloadFrom(answer.data.url);
    notify(t('Your data and photos are downloading. The link ends after 15 minutes.'), 'success');
  };
  return (
    <>
      <Items>
        <li>
          <ScreenLink to="profile" params={{ page: 'blocked' }} className="f-item">
            <Icon name="block" />
            <ItemText title={t('Blocked people')} />
            <Icon name="chevron-right" />
          </ScreenLink>
        </li>
        <li>
          <Button icon={<Icon name="download" />} busy={isFetching} onClick={() => void handleExport()}>
            {t('Download my data')}
          </Button>
        </li>
        <li>
          <Button icon={<Icon name="download" />} busy={isLinking} onClick={() => void handleExportAll()}>
            {t('Download with photos')}
          </Button>
        </li>
        <li>
          <Button icon={<Icon name="shield" />} onClick={() => setListing(true)}>
            {t('Where you are signed in')}
          </Button>
        </li>
        <li>
          <SignOutButton scope="global" />
        </li>
        <li>
          <Button variant="danger" icon={<Icon name="trash" />} onClick={() => setDeleting(true)}>
            {t('Delete my account')}
          </Button>
        </li>
      </Items>
      {listing && <SessionsDialog onClose={() => setListing(false)} />}
      {proof.dialog}
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}
