import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useDeleteAccountMutation } from '@flint/remote-kit/data';
import { Button, Dialog, Notice, TextField } from '@flint/ui';
import { useState } from 'react';

const CONFIRMATION = 'DELETE';

/** Deletion with a typed confirmation (decisions, Profile). */
export function DeleteAccountDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { auth, notify } = usePlatform();
  const [typed, setTyped] = useState('');
  const [deleteAccount, { isLoading }] = useDeleteAccountMutation();
  const handleDelete = async () => {
    const result = await deleteAccount();
    if ('error' in result) return notify(asCallFailure(result.error)?.message ?? '', 'failure');
    await auth.signOut('local');
  };
  return (
    <Dialog
      open={open}
      title="Delete my account"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={isLoading}
            disabled={typed !== CONFIRMATION}
            onClick={() => void handleDelete()}
          >
            Delete everything
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        Your answers, hours, photos and offers are erased at once. This cannot be undone.
      </Notice>
      <TextField
        label={`Type ${CONFIRMATION} to confirm`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  );
}
