import type { Match } from '@flint/contracts';
import { localized, t } from '@flint/texts';
import { icons, Point, Stack } from '@flint/ui';

/** 'she/her · 3rd Year · Arts', or nothing. */
export const summaryOf = ({ pronouns, year, program }: Match): string =>
  [pronouns, year, program].filter(Boolean).join(' · ');

/** 'Maya, 21', or the name alone where the age is not shown. */
export function NameAndAge({ match: { name, age } }: { readonly match: Match }) {
  return (
    <>
      <span translate="no">{name}</span>
      {age !== null && <span className="age">, {age}</span>}
    </>
  );
}

/** Why the two fit, best first; renders nothing if nothing is known. */
export function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Stack as="ul" gap={2} className="m-reasons" aria-label={t('Why you fit')}>
      {reasons.map((reason) => (
        <Point key={reason} as="li" icon={icons.spark}>
          {localized(reason)}
        </Point>
      ))}
    </Stack>
  );
}
