import type { Block } from '@flint/contracts';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { asCallFailure, useListBlocksQuery, useRemoveBlockMutation } from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import {
  Button,
  EmptyState,
  Entry,
  ErrorState,
  Icon,
  ListDetail,
  Page,
  Skeleton,
  Soft,
  Stack,
} from '@flint/ui';

const dayOf = (iso: string) => localized(new Date(iso).toLocaleDateString(locale(), { dateStyle: 'long' }));

function NameAndDay({ block: { name, createdAt } }: { readonly block: Block }) {
  return (
    <>
      <strong translate="no">{name}</strong>
      <Soft as="span">{t('Since {date}', { date: dayOf(createdAt) })}</Soft>
    </>
  );
}

function BlockedRow({ block, isChosen }: { readonly block: Block; readonly isChosen: boolean }) {
  const params = { page: 'blocked', person: block.userId };
  return (
    <Entry
      name={block.name}
      isChosen={isChosen}
      renderLink={(look) => <ScreenLink to="profile" params={params} {...look} />}
    >
      <NameAndDay block={block} />
    </Entry>
  );
}

/** The people whom the student has blocked; beside the list the chosen one, with a button to unblock. */
export function BlockedScreen() {
  const { notify, navigation } = usePlatform();
  const { data, error, isFetching, refetch } = useListBlocksQuery();
  const [removeBlock, { isLoading, originalArgs }] = useRemoveBlockMutation();
  const items = data?.items ?? [];
  const handleUnblock = async ({ userId, name }: Block) => {
    const result = await removeBlock({ userId });
    if ('error' in result) notify(t(asCallFailure(result.error)?.message ?? ''), 'failure');
    else notify(t('{name} is no longer blocked.', { name }), 'success');
  };
  const unblock = (block: Block) => (
    <Button
      size="s"
      aria-label={t('Unblock {name}', { name: block.name })}
      busy={isLoading && originalArgs?.userId === block.userId}
      onClick={() => void handleUnblock(block)}
    >
      {t('Unblock')}
    </Button>
  );
  return (
    <Page
      title={t('Blocked people')}
      lead={t('You do not see each other, on a list or in an offer. They are not told.')}
      width="wide"
      back={
        <ScreenLink to="profile" params={{ page: 'settings' }}>
          <Icon name="chevron-left" /> {t('Settings')}
        </ScreenLink>
      }
    >
      {!data && isFetching && <Skeleton shape="block" height="14rem" />}
      {!data && !isFetching && error && (
        <ErrorState title={t('Unable to Load This List')} onRetry={() => void refetch()}>
          <p>{t(asCallFailure(error)?.message ?? '')}</p>
        </ErrorState>
      )}
      {data && items.length === 0 && (
        <EmptyState title={t('You have blocked nobody')}>
          <p>{t('You can block someone from their card or an offer.')}</p>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ListDetail
          id="blocked"
          label={t('Width of the list')}
          entries={items}
          keyOf={({ userId }) => userId}
          named={navigation.location.params.person}
          stack={
            <ul className="f-entries" aria-label={t('Blocked people')}>
              {items.map((block) => (
                <li key={block.userId}>
                  <Entry name={block.name} aside={unblock(block)}>
                    <NameAndDay block={block} />
                  </Entry>
                </li>
              ))}
            </ul>
          }
          renderList={(chosen) => (
            <ul className="f-entries" aria-label={t('Blocked people')}>
              {items.map((block) => (
                <li key={block.userId}>
                  <BlockedRow block={block} isChosen={block.userId === chosen?.userId} />
                </li>
              ))}
            </ul>
          )}
          renderDetail={(block) => (
            <Stack>
              <h2 translate="no">{block.name}</h2>
              <p>{t('You blocked this person on {date}.', { date: dayOf(block.createdAt) })}</p>
              <Soft>
                {t('Once unblocked, this person may be on a later list again. Offers that ended stay ended.')}
              </Soft>
              <div>{unblock(block)}</div>
            </Stack>
          )}
        />
      )}
    </Page>
  );
}
