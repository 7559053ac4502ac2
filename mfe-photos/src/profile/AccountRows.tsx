import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useLazyExportAccountQuery, useLinkExportMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { icons, Items, loadableDialog } from '@flint/ui';
import { download, downloadFrom } from '@flint/ui/download';
import { useState } from 'react';
import { ButtonRow } from '../settings/ButtonRow';
import { DeleteAccountDialog } from './DeleteAccountDialog';
import { useSignOut } from './SignOutButton';
import { useProof } from './use-proof';

const SessionsDialog = loadableDialog(() =>
  import('./SessionsDialog').then((module) => module.SessionsDialog),
);

/** Data export, where the student is signed in, sign-out everywhere, deletion. */
export function AccountRows() {
  const { notify, config } = usePlatform();
  const [exportAccount, { isFetching }] = useLazyExportAccountQuery();
  const [deleting, setDeleting] = useState(false);
  const [listing, setListing] = useState(false);
  const [leave, isLeaving] = useSignOut();
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
        <ButtonRow icon={icons.download} busy={isFetching} onClick={() => void handleExport()}>
          {t('Download my data')}
        </ButtonRow>
        <ButtonRow icon={icons.download} busy={isLinking} onClick={() => void handleExportAll()}>
          {t('Download my data and photos')}
        </ButtonRow>
        <ButtonRow icon={icons.chevronRight} onClick={() => setListing(true)}>
          {t('Where you are signed in')}
        </ButtonRow>
        <ButtonRow icon={icons.logout} busy={isLeaving} onClick={() => void leave('global')}>
          {t('Sign out on every device')}
        </ButtonRow>
        <ButtonRow icon={icons.chevronRight} variant="danger" onClick={() => setDeleting(true)}>
          {t('Delete my account')}
        </ButtonRow>
      </Items>
      {listing && <SessionsDialog onClose={() => setListing(false)} />}
      {proof.dialog}
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}
