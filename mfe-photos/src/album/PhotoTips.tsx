import { message, t } from '@flint/texts';
import { Card, CardTitle, Point, Row, Soft, Stack } from '@flint/ui';

const TIPS = [
  ['user', message('Your face first, in clear light')],
  ['spark', message('Something you love, to plan around')],
  ['heart', message('Only you, so nobody has to guess')],
] as const;

/** Tips for good photos, and what Flint does with them. */
export function PhotoTips() {
  return (
    <Card tone="soft" padding="s">
      <Stack gap={2}>
        <Row between gap={1}>
          <CardTitle>{t('Photo tips')}</CardTitle>
          <Soft>{t('Places and other data hidden in the file are removed.')}</Soft>
        </Row>
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
