import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { locale, localized, t } from '@flint/texts';
import { Button, Progress, Row, Section, Soft } from '@flint/ui';
import type { ChecklistItem, openParts } from './checklist-items';

interface CompletenessCardProps {
  readonly completeness: number;
  readonly items: readonly ChecklistItem[];
  readonly open: ReturnType<typeof openParts>;
}

const percent = (of100: number) =>
  localized(new Intl.NumberFormat(locale(), { style: 'percent' }).format(of100 / 100));

/** The percentage bar, below 100 % first 'Complete Profile', which opens the first incomplete item, and 'View Your Offers' (spec 2). */
export function CompletenessCard({ completeness, items, open }: CompletenessCardProps) {
  const { navigation } = usePlatform();
  // availability and a photo make 60 %: then all three cards are complete, and only questions are left
  const next = items.find(({ complete }) => !complete) ?? items[0]!;
  const isOpen = completeness < 100;
  return (
    <Section
      title={t('Profile Completeness')}
      aside={<strong className="f-stat__value">{percent(completeness)}</strong>}
    >
      <Progress label={t('Profile Completeness')} value={completeness} />
      {open.length > 0 && (
        <div>
          <Soft>{t('Still to do:')}</Soft>
          <Row as="ul" gap={3}>
            {open.map(({ text, screen }) => (
              <li key={screen}>
                <ScreenLink to={screen}>{t(text)}</ScreenLink>
              </li>
            ))}
          </Row>
        </div>
      )}
      <Row fill>
        {isOpen && (
          <Button variant="primary" onClick={() => navigation.goTo(next.screen)}>
            {t('Complete Profile')}
          </Button>
        )}
        <Button variant={isOpen ? 'secondary' : 'primary'} onClick={() => navigation.goTo('offers')}>
          {t('View Your Offers')}
        </Button>
      </Row>
    </Section>
  );
}
