import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Badge, classes, Icon } from '@flint/ui';
import type { ChecklistItem } from './checklist-items';

/** Three cards, each leading to its screen, with a check mark when complete (spec 2). */
export function Checklist({ items }: { readonly items: readonly ChecklistItem[] }) {
  return (
    <ul className="profile__checklist" aria-label={t('Checklist')}>
      {items.map(({ title, text, screen, complete }) => (
        <li key={title}>
          <ScreenLink to={screen} className="profile__item">
            <span className={classes('profile__tick', complete && 'profile__tick--on')}>
              {complete && <Icon name="check" />}
            </span>
            <span className="profile__itemtext">
              <strong>{t(title)}</strong>
              <span>{text}</span>
            </span>
            <Badge tone={complete ? 'green' : 'yellow'}>{complete ? t('Complete') : t('To do')}</Badge>
            <Icon name="chevron-right" />
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}
