import { t } from '@flint/texts';
import { Bullets, Card, CardTitle, Stack } from '@flint/ui';

/** Tips for good photos, and what Flint does with them. */
export function PhotoTips() {
  return (
    <Card tone="soft">
      <Stack gap={2}>
        <CardTitle>{t('Photo tips')}</CardTitle>
        <Bullets>
          <li>{t('Show your face clearly in your main photo.')}</li>
          <li>{t('Add one of you doing something you love.')}</li>
          <li>{t('Leave group pictures out: nobody knows which one is you.')}</li>
          <li>{t('Places and other data hidden in the file are removed.')}</li>
        </Bullets>
      </Stack>
    </Card>
  );
}
