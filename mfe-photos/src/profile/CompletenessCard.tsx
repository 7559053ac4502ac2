import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { locale, localized, t } from '@flint/texts';
import { Button, Card, CardTitle, Progress, Row, Stack } from '@flint/ui';
import type { ChecklistItem, openParts } from './checklist-items';

interface CompletenessCardProps {
  readonly completeness: number;
  readonly items: readonly ChecklistItem[];
  readonly open: ReturnType<typeof openParts>;
}

const percent = (of100: number) =>
  localized(new Intl.NumberFormat(locale(), { style: 'percent' }).format(of100 / 100));

/** The percentage bar, 'View Your Offers', and below 100 % 'Complete Profile', which opens the first incomplete item (spec 2). */
export function CompletenessCard({ completeness, items, open }: CompletenessCardProps) {
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
        {open.length > 0 && (
          <div className="profile__open">
            <p>{t('Still to do:')}</p>
            <ul>
              {open.map(({ text, screen }) => (
                <li key={screen}>
                  <ScreenLink to={screen}>{t(text)}</ScreenLink>
                </li>
              ))}
            </ul>
          </div>
        )}
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
