import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { asCallFailure, useReadCardQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { buttonClass, Card, Skeleton, Soft, Stack } from '@flint/ui';
import { ReadFailure } from '../ReadFailure';
import { CardFace } from '../others/CardFace';

/** How others see me: the card as the server sends it to them, and a link to its settings. */
export function Preview() {
  const { online } = usePlatform();
  const { data: card, error, isLoading, refetch } = useReadCardQuery();
  if (isLoading) return <Skeleton shape="block" height="24rem" />;
  return (
    <Stack as="section" aria-labelledby="profile-preview">
      <h2 id="profile-preview">{t('How others see you')}</h2>
      {card ? (
        <>
          <Card padding="none">
            <CardFace card={card} />
          </Card>
          <ScreenLink to="profile" params={{ page: 'others' }} className={buttonClass()}>
            {t('Choose what they see')}
          </ScreenLink>
        </>
      ) : asCallFailure(error)?.status === 404 ? (
        <Soft>{t('Your card begins with your first answer.')}</Soft>
      ) : online ? (
        <ReadFailure error={error} onRetry={refetch} />
      ) : (
        <Soft>{t('Shown again when you are online.')}</Soft>
      )}
    </Stack>
  );
}
