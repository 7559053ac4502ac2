import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useDeleteAccountMutation } from '@flint/remote-kit/data';
import { Button, Dialog, Notice, TextField } from '@flint/ui';
import { useState } from 'react';

const CONFIRMATION = 'DELETE';

/** Deletion with a typed confirmation (decisions, Profile). */
export function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { auth, notify } = usePlatform();
  const [typed, setTyped] = useState('');
  const [deleteAccount, { isLoading, error }] = useDeleteAccountMutation();
  const confirmed = typed.trim().toUpperCase() === CONFIRMATION;
  const handleDelete = async () => {
    const result = await deleteAccount();
    if ('error' in result) return;
    notify('Your account and everything in it was deleted.', 'success');
    await auth.signOut('local');
  };
  return (
    <Dialog
      open
      title="Delete my account"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={isLoading} disabled={!confirmed} onClick={() => void handleDelete()}>
            Delete everything
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        <p>
          Your answers, hours, photos and offers are erased at once, and your dates are called off. This
          cannot be undone.
        </p>
      </Notice>
      <p>Whom you blocked stays blocked, should you come back. Safety reports are kept without your name.</p>
      <TextField
        label={`Type ${CONFIRMATION} to confirm`}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && <Notice tone="failure">{asCallFailure(error)?.message}</Notice>}
    </Dialog>
  );
}
