import { message, t } from '@flint/texts';
import { Card, CardTitle, Icon, ItemText, Row, Soft, Stack } from '@flint/ui';

const TIPS = [
  ['user', message('Your face first'), message('Clear light, no sunglasses')],
  ['spark', message('Something you love'), message('It suggests a plan')],
  ['heart', message('Only you'), message('Nobody has to guess which one')],
] as const;

/** Tips for good photos, and what Flint does with them. */
export function PhotoTips() {
  return (
    <Card tone="soft" padding="s">
      <Stack gap={3}>
        <Row between gap={1}>
          <CardTitle>{t('Photo tips')}</CardTitle>
          <Soft>{t('Places and other data hidden in the file are removed.')}</Soft>
        </Row>
        <ul className="photos__tips">
          {TIPS.map(([icon, title, text]) => (
            <li key={title} className="f-line f-gap-3">
              <Icon name={icon} />
              <ItemText title={t(title)}>{t(text)}</ItemText>
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}
