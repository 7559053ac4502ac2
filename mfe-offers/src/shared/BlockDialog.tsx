import { usePlatform } from '@flint/remote-kit';
import { useCreateBlockMutation } from '@flint/remote-kit/data';
import { Button, Dialog } from '@flint/ui';
import { failureText } from './failure';

interface BlockDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Asks once before two people are hidden from each other. */
export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const { notify } = usePlatform();
  const [block, { isLoading }] = useCreateBlockMutation();
  const handleBlock = async () => {
    const answer = await block({ userId: person.id });
    if ('error' in answer) notify(failureText(answer.error), 'failure');
    else notify(`You will not see ${person.name} again.`, 'success');
    onClose();
  };
  return (
    <Dialog
      open
      size="s"
      title={`Block ${person.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isLoading} onClick={() => void handleBlock()}>
            Block
          </Button>
        </>
      }
    >
      <p>
        The two of you disappear from each other’s matches and offers at once, and open offers between you
        end. {person.name} is not told.
      </p>
      <p className="o-quiet">You can lift the block on your profile at any time.</p>
    </Dialog>
  );
}
