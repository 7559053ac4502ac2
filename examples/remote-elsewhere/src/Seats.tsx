import { plural, t } from '@flint/texts';
import { Button } from '@flint/ui';

export function Seats({ count, onAdd }: { readonly count: number; readonly onAdd: () => void }) {
  return (
    <p>
      {plural(count, '{n} seat', '{n} seats')}{' '}
      <Button variant="primary" onClick={onAdd}>
        {t('Offer a seat')}
      </Button>
    </p>
  );
}
