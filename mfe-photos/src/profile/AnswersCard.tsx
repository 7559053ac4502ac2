import { NEXT_LIST } from '@flint/contracts/wording';
import { ScreenLink } from '@flint/remote-kit';
import { localized, t } from '@flint/texts';
import { Icon, Items, ItemText, Soft, useIsWide } from '@flint/ui';
import type { ProfileParts } from './use-profile-parts';

/** A way into every section of the answers, in a row that opens; a wide window has room for it open. */
export function AnswersCard({ missing, sections = [] }: Pick<ProfileParts, 'missing' | 'sections'>) {
  const isWide = useIsWide();
  if (sections.length === 0) return null;
  return (
    <Items framed>
      <li>
        <details open={isWide}>
          <summary className="f-item">
            <Icon name="edit" />
            <ItemText title={t('Your answers')}>{missing.length === 0 && t(NEXT_LIST)}</ItemText>
            <Icon name="chevron-down" />
          </summary>
          <Items>
            {sections.map(({ title, count, answered, next }) => (
              <li key={title}>
                <ScreenLink to="onboarding" params={{ question: next }} className="f-item">
                  <span className="f-grow">{localized(title)}</span>
                  <Soft as="span">{t('{answered} of {count} answered', { answered, count })}</Soft>
                </ScreenLink>
              </li>
            ))}
          </Items>
        </details>
      </li>
    </Items>
  );
}
