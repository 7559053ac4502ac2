import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  useLazyExportAccountQuery,
  useListBlocksQuery,
  useRemoveBlockMutation,
} from '@flint/remote-kit/data';
import { Button, Card, CardTitle, Icon, Stack } from '@flint/ui';
import { useState } from 'react';
import { DeleteAccountDialog } from './DeleteAccountDialog';

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Data export, blocked people, sign-out everywhere, deletion. */
export function AccountCard() {
  const { notify, auth } = usePlatform();
  const [exportAccount, { isFetching }] = useLazyExportAccountQuery();
  const { data: blocks } = useListBlocksQuery();
  const [removeBlock] = useRemoveBlockMutation();
  const [deleting, setDeleting] = useState(false);
  const handleExport = async () => {
    const { data, error } = await exportAccount();
    if (data) download('flint-my-data.json', JSON.stringify(data, null, 2));
    else notify(asCallFailure(error)?.message ?? '', 'failure');
  };
  return (
    <Card as="section" aria-labelledby="account-title">
      <Stack>
        <div id="account-title">
          <CardTitle>Privacy and account</CardTitle>
        </div>
        <Button icon={<Icon name="download" />} busy={isFetching} onClick={() => void handleExport()}>
          Download my data
        </Button>
        <Button icon={<Icon name="logout" />} onClick={() => void auth.signOut('global')}>
          Sign out on all devices
        </Button>
        {blocks && blocks.items.length > 0 && (
          <ul className="profile__sections" aria-label="Blocked people">
            {blocks.items.map(({ userId, name }) => (
              <li key={userId}>
                {name}
                <Button size="s" variant="quiet" onClick={() => void removeBlock({ userId })}>
                  Unblock
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button variant="danger" icon={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
        <DeleteAccountDialog open={deleting} onClose={() => setDeleting(false)} />
      </Stack>
    </Card>
  );
}
