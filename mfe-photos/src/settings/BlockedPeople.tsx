import type { Block } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useListBlocksQuery, useRemoveBlockMutation } from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import {
  Avatar,
  Button,
  DoneDrawing,
  EmptyState,
  ErrorState,
  Items,
  ItemText,
  Skeleton,
  Soft,
} from '@flint/ui';

const dayOf = (iso: string) => localized(new Date(iso).toLocaleDateString(locale(), { dateStyle: 'medium' }));

/** The people whom the student has blocked, each with a button to unblock. */
export function BlockedPeople() {
  const { notify } = usePlatform();
  const { data, error, isFetching, refetch } = useListBlocksQuery();
  const [removeBlock, { isLoading, originalArgs }] = useRemoveBlockMutation();
  const items = data?.items ?? [];
  const handleUnblock = async ({ userId, name }: Block) => {
    const result = await removeBlock({ userId });
    if ('error' in result) notify(t(asCallFailure(result.error)?.message ?? ''), 'failure');
    else notify(t('{name} is no longer blocked.', { name }), 'success');
  };
  return (
    <>
      {!data && isFetching && <Skeleton shape="block" height="14rem" />}
      {!data && !isFetching && error && (
        <ErrorState title={t('Unable to Load This List')} onRetry={() => void refetch()}>
          <p>{t(asCallFailure(error)?.message ?? '')}</p>
        </ErrorState>
      )}
      {data && items.length === 0 && (
        <EmptyState drawing={<DoneDrawing />} title={t('You have blocked nobody')}>
          <p>{t('You can block someone from their page, an offer or a date.')}</p>
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <Soft>{t('You do not see each other, on a list or in an offer. They are not told.')}</Soft>
          <Items aria-label={t('Blocked people')}>
            {items.map((block) => (
              <li key={block.userId} className="f-item">
                <Avatar name={block.name} />
                <ItemText title={<span translate="no">{block.name}</span>}>
                  {t('Since {date}', { date: dayOf(block.createdAt) })}
                </ItemText>
                <Button
                  size="s"
                  aria-label={t('Unblock {name}', { name: block.name })}
                  busy={isLoading && originalArgs?.userId === block.userId}
                  onClick={() => void handleUnblock(block)}
                >
                  {t('Unblock')}
                </Button>
              </li>
            ))}
          </Items>
          <Soft>
            {t('Once unblocked, this person may be on a later list again. Offers that ended stay ended.')}
          </Soft>
        </>
      )}
    </>
  );
}
