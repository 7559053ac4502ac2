import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useDeleteAccountMutation } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { Button, Dialog, Notice, TextField } from '@flint/ui';
import { useState } from 'react';
import { useIsShown } from '../use-is-shown';
import { needsProof, useProof } from './use-proof';

const CONFIRMATION = message('DELETE');

/** Deletion with a typed confirmation. Closing the dialog does not stop a deletion that was sent; a failure is then a notice of the page. */
export function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { auth, notify } = usePlatform();
  const [typed, setTyped] = useState('');
  const [deleteAccount, { isLoading, error }] = useDeleteAccountMutation();
  const confirmed = typed.trim().toUpperCase() === t(CONFIRMATION);
  const isShown = useIsShown();
  const proof = useProof();
  const handleDelete = async () => {
    const { error: refusal } = await deleteAccount();
    if (isShown.current && proof.isAskedFor(refusal, handleDelete)) return;
    // after a lost answer and a 401, the check of the session finds out whether the account is gone
    if (refusal) {
      if (!isShown.current) notify(t(asCallFailure(refusal)?.message ?? ''), 'failure');
      return;
    }
    notify(t('Your account and everything in it was deleted.'), 'success');
    await auth.signOut('local');
  };
  return (
    <Dialog
      open
      title={t('Delete my account')}
      onClose={onClose}
      actions={
        <>
          <Button disabled={isLoading} onClick={onClose}>
            {t('Keep it')}
          </Button>
          <Button variant="danger" busy={isLoading} disabled={!confirmed} onClick={() => void handleDelete()}>
            {t('Delete everything')}
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        <p>
          {t(
            'Your answers, hours, photos and offers are erased at once, and your dates are called off. This cannot be undone.',
          )}
        </p>
      </Notice>
      <p>
        {t('People you blocked stay blocked if you come back. Safety reports are kept without your name.')}
      </p>
      <TextField
        label={t('Type {word} to confirm', { word: t(CONFIRMATION) })}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => setTyped(event.target.value)}
      />
      {proof.dialog}
      {error && !needsProof(error) && (
        <Notice tone="failure">{t(asCallFailure(error)?.message ?? '')}</Notice>
      )}
    </Dialog>
  );
}
