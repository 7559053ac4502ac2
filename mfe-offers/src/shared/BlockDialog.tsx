import { usePlatform } from '@flint/remote-kit';
import { useCreateBlockMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, Dialog, Soft } from '@flint/ui';
import { failureText } from './failure';

interface BlockDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Confirms a block: it hides two people from each other. */
export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const { notify } = usePlatform();
  const [block, { isLoading }] = useCreateBlockMutation();
  const handleBlock = async () => {
    const answer = await block({ userId: person.id });
    if ('error' in answer) notify(failureText(answer.error), 'failure');
    else notify(t('You will not see {name} again.', { name: person.name }), 'success');
    onClose();
  };
  return (
    <Dialog
      open
      size="s"
      title={t('Block {name}?', { name: person.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="danger" busy={isLoading} onClick={() => void handleBlock()}>
            {t('Block')}
          </Button>
        </>
      }
    >
      <p>
        {rich(
          'The two of you disappear from each other’s matches and offers at once, and open offers between you end. {name} is not told.',
          { name: <span translate="no">{person.name}</span> },
        )}
      </p>
      <Soft>{t('You can unblock them in Settings at any time.')}</Soft>
    </Dialog>
  );
}
