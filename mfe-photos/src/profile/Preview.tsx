import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { useReadCardQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { buttonClass, Card, CardTitle, Skeleton, Soft } from '@flint/ui';
import { CardFace } from '../others/CardFace';

/** How others see me: the card as the server sends it to them, and a link to its settings. */
export function Preview() {
  const { online } = usePlatform();
  const { data: card, isLoading } = useReadCardQuery();
  if (isLoading) return <Skeleton shape="block" height="24rem" />;
  return (
    <Card padding="none" as="section" aria-label={t('How others see you')}>
      {card ? (
        <CardFace card={card} />
      ) : (
        <div className="f-card--pad-m">
          <CardTitle>{t('How others see you')}</CardTitle>
          <Soft>
            {online ? t('Your card begins with your first answer.') : t('Shown again when you are online.')}
          </Soft>
        </div>
      )}
      {card && (
        <p className="f-card--pad-m">
          <ScreenLink to="profile" params={{ page: 'others' }} className={buttonClass({ full: true })}>
            {t('Choose what they see')}
          </ScreenLink>
        </p>
      )}
    </Card>
  );
}
