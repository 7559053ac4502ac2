import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useListBlocksQuery, useRemoveBlockMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Entry, Skeleton, Soft } from '@flint/ui';

/** The people whom the student has blocked, each with a button to unblock. */
export function BlockedPeople() {
  const { notify } = usePlatform();
  const { data, error, isLoading } = useListBlocksQuery();
  const [removeBlock, { isLoading: isRemoving, originalArgs }] = useRemoveBlockMutation();
  const handleUnblock = async (userId: string, name: string) => {
    const result = await removeBlock({ userId });
    if ('error' in result) notify(t(asCallFailure(result.error)?.message ?? ''), 'failure');
    else notify(t('{name} is no longer blocked.', { name }), 'success');
  };
  return (
    <div>
      <h3>{t('Blocked people')}</h3>
      {isLoading && <Skeleton lines={1} />}
      {error && !data && <Soft>{t(asCallFailure(error)?.message ?? '')}</Soft>}
      {data?.items.length === 0 && (
        <Soft>{t('Nobody. You can block somebody from their card or an offer.')}</Soft>
      )}
      {data && data.items.length > 0 && (
        <ul className="f-entries" aria-label={t('Blocked people')}>
          {data.items.map(({ userId, name }) => (
            <li key={userId}>
              <Entry
                name={name}
                photoUrl={null}
                aside={
                  <Button
                    size="s"
                    aria-label={t('Unblock {name}', { name })}
                    busy={isRemoving && originalArgs?.userId === userId}
                    onClick={() => void handleUnblock(userId, name)}
                  >
                    {t('Unblock')}
                  </Button>
                }
              >
                <strong translate="no">{name}</strong>
              </Entry>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
