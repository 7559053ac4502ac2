import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { classes, Icon, icons, Items, ItemText, VisuallyHidden } from '@flint/ui';
import type { ChecklistItem } from './checklist-items';

/** Three rows, each leading to its screen, with a check mark when complete (spec 2). */
export function Checklist({ items }: { readonly items: readonly ChecklistItem[] }) {
  return (
    <Items framed aria-label={t('Checklist')}>
      {items.map(({ title, text, screen, complete }) => (
        <li key={title}>
          <ScreenLink to={screen} className="f-item">
            <span className={classes('profile__tick f-disc', complete && 'f-tone--green')}>
              {complete && <Icon path={icons.check} />}
            </span>
            <ItemText title={t(title)}>{text}</ItemText>
            <VisuallyHidden>{complete ? t('Complete') : t('To do')}</VisuallyHidden>
            <Icon path={icons.chevronRight} />
          </ScreenLink>
        </li>
      ))}
    </Items>
  );
}
