import { message, t } from '@flint/texts';
import { Card, CardTitle, icons, Point, Row, Stack } from '@flint/ui';

const TIPS = [
  [icons.user, message('Your face first, in clear light')],
  [icons.spark, message('Something you love, to plan around')],
  [icons.heart, message('Only you, so nobody has to guess')],
] as const;

/** Tips for good photos. */
export function PhotoTips() {
  return (
    <Card tone="soft" padding="s">
      <Stack gap={2}>
        <CardTitle>{t('Photo tips')}</CardTitle>
        <Row as="ul" between>
          {TIPS.map(([icon, text]) => (
            <Point key={icon} as="li" icon={icon}>
              {t(text)}
            </Point>
          ))}
        </Row>
      </Stack>
    </Card>
  );
}
