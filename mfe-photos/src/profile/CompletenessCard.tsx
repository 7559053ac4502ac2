import { usePlatform } from '@flint/remote-kit';
import { locale, localized, t } from '@flint/texts';
import { Button, Card, CardTitle, Progress, Row, Stack } from '@flint/ui';
import type { ChecklistItem } from './checklist-items';

interface CompletenessCardProps {
  readonly completeness: number;
  readonly items: readonly ChecklistItem[];
}

const percent = (of100: number) =>
  localized(new Intl.NumberFormat(locale(), { style: 'percent' }).format(of100 / 100));

/** The percentage bar, 'View Your Offers', and below 100 % 'Complete Profile', which opens the first incomplete item (spec 2). */
export function CompletenessCard({ completeness, items }: CompletenessCardProps) {
  const { navigation } = usePlatform();
  // availability and a photo make 60 %: every card is complete then, and the questions are what is left
  const next = items.find(({ complete }) => !complete) ?? items[0];
  return (
    <Card as="section" aria-label={t('Profile Completeness')}>
      <Stack gap={3}>
        <Row className="profile__between">
          <CardTitle>{t('Profile Completeness')}</CardTitle>
          <strong className="profile__percent">{percent(completeness)}</strong>
        </Row>
        <Progress label={t('Profile Completeness')} value={completeness} />
        <Row>
          <Button variant="primary" onClick={() => navigation.goTo('offers')}>
            {t('View Your Offers')}
          </Button>
          {completeness < 100 && next && (
            <Button onClick={() => navigation.goTo(next.screen)}>{t('Complete Profile')}</Button>
          )}
        </Row>
      </Stack>
    </Card>
  );
}
